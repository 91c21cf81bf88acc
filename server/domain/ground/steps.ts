/** Work that may be left between two steps and taken up again; its result is what it returns. */
export type Steps<Result> = Generator<undefined, Result, void>;

/** Does all steps of a work, one behind the other, and gives its result. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
