/** Seconds of CPU this process used since the call, of all its threads. */
export function cpuClock(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
}
