import { connect } from 'node:net';

/**
 * Calls a server from a process of its own over so many kept connections, each asking again as soon as it has its answer, and says how many
 * answers a second came and how long they took, once each connection has had its first answer: a server takes on one connection in each turn of its
 * loop, so that the first of two hundred would be asked for seconds before the last. A socket and a Buffer, no HTTP library: on a machine with few cores the caller must be light.
 * `node load.mjs '{"port", "requests", "connections", "seconds"}'`; the requests (method, path, headers, body) take turns.
 */
const { port, requests, connections, seconds } = JSON.parse(process.argv[2]);
const HEAD_END = Buffer.from('\r\n\r\n');

const wires = requests.map(({ method, path, headers = {}, body }) => {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const all = { host: `127.0.0.1:${port}`, ...headers };
  if (method !== 'GET') Object.assign(all, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) });
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${payload}`);
});

const took = [];
/** All answers, those before the measured time too. */
let answers = 0;
const failures = new Map();
let bytes = 0;
let turn = 0;
let open = 0;
let begun = Number.POSITIVE_INFINITY;
let ends = Number.POSITIVE_INFINITY;

/** Begins to measure when the last connection has had its first answer. */
function opened() {
  open++;
  if (open < connections) return;
  begun = performance.now();
  ends = begun + seconds * 1000;
}

/** One connection: writes, reads a whole answer by its Content-Length, writes again. */
function caller() {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const socket = connect(port, '127.0.0.1');
    let parts = [];
    let size = 0;
    let wanted = -1;
    let head = '';
    let began = 0;
    const ask = () => {
      began = performance.now();
      if (began >= ends) {
        socket.destroy();
        resolve();
        return;
      }
      socket.write(wires[turn++ % wires.length]);
    };
    const answered = () => {
      answers++;
      if (began >= begun) {
        took.push(performance.now() - began);
        bytes += size;
      }
      if (!isOpen) opened();
      isOpen = true;
      const status = head.slice(9, 12);
      if (status[0] !== '2') failures.set(status, (failures.get(status) ?? 0) + 1);
      parts = [];
      size = 0;
      wanted = -1;
      ask();
    };
    socket.setNoDelay(true);
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.on('data', (chunk) => {
      size += chunk.length;
      if (wanted < 0) {
        parts.push(chunk);
        const seen = parts.length === 1 ? chunk : Buffer.concat(parts);
        const at = seen.indexOf(HEAD_END);
        if (at < 0) return;
        head = seen.subarray(0, at).toString('latin1');
        wanted = at + HEAD_END.length + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      }
      if (size >= wanted) answered();
    });
  });
}

await Promise.all(Array.from({ length: connections }, caller));
const elapsed = (performance.now() - begun) / 1000;
took.sort((one, other) => one - other);
const percentile = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
const result = {
  calls: answers,
  rps: took.length / elapsed,
  p50: percentile(0.5),
  p99: percentile(0.99),
  bytes: Math.round(bytes / Math.max(1, took.length)),
};
process.stdout.write(JSON.stringify({ ...result, failures: Object.fromEntries(failures) }));
