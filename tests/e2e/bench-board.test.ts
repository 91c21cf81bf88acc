import { expect, it, vi } from 'vitest';
import { benchBoard } from '../../bench/board.ts';

// The other benches at their smallest stand in tests/bench; the peers' charts cost as much again each, and change with their versions alone.
it('the bench of the board mounts it, turns the wheel and drags a bar', async () => {
  let said = '';
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    said += `${String(text)}\n`;
  });
  try {
    await benchBoard(['--bars', '40', '--charts', 'ours', '--frames', '4']);
  } finally {
    log.mockRestore();
  }
  // Mount, across, down and drag, each with a figure.
  expect(said).toMatch(/this board +\d+( +\d+\.\d \/ \d+\.\d){3} /);
});
