const PACKAGE = 'or-tools-wasm';

/** A variable or a linear expression. */
export interface Expression {
  plus(other: Expression | number): Expression;
  minus(other: Expression | number): Expression;
  times(factor: number): Expression;
  eq(other: Expression | number): Bounded;
  le(other: Expression | number): Bounded;
  ge(other: Expression | number): Bounded;
}
export type Bounded = { readonly bounded: unique symbol };
export type Interval = { readonly interval: unique symbol };

interface Constraint {
  onlyEnforceIf(literal: Expression): Constraint;
}

/** What the bench uses of CP-SAT's modelling interface. */
export interface Model {
  newIntVar(from: number, to: number): Expression;
  newBoolVar(): Expression;
  add(bounded: Bounded): Constraint;
  addAllowedAssignments(variables: readonly Expression[], rows: readonly (readonly number[])[]): Constraint;
  addExactlyOne(literals: readonly Expression[]): Constraint;
  newOptionalIntervalVar(start: Expression, size: Expression, end: Expression, present: Expression): Interval;
  newOptionalFixedSizeIntervalVar(start: Expression, size: number, present: Expression): Interval;
  newFixedSizeIntervalVar(start: number, size: number): Interval;
  addCumulative(intervals: readonly Interval[], demands: readonly number[], capacity: number): Constraint;
  addHint(variable: Expression, value: number): void;
  minimize(objective: Expression): void;
}

interface Solver {
  solve(model: Model, parameters: { numWorkers: number; maxTimeInSeconds: number }): Promise<unknown>;
  statusName(): string;
  value(variable: Expression): number;
  bestObjectiveBound(): number;
}

export interface CpSat {
  readonly CpModel: new () => Model;
  readonly CpSolver: new () => Solver;
  readonly LinearExpr: { weightedSum(terms: readonly Expression[], factors: readonly number[]): Expression };
}

// Not a literal where it is imported: the compiler would look for the package.
const ENTRY: string = `${PACKAGE}/cp-sat`;

/** Loads CP-SAT, which is no dependency: it is larger than most of them together. Throws where the package is missing. */
export const loadCpSat = async (): Promise<CpSat> => (await import(ENTRY)) as CpSat;

/** How to install CP-SAT where it is missing, null where it is there. */
export function missingCpSat(): string | null {
  try {
    import.meta.resolve(ENTRY);
    return null;
  } catch {
    return `--peer cp-sat needs the package ${PACKAGE}: npm install --no-save ${PACKAGE}@0.9.1`;
  }
}
