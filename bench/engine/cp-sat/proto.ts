/** A linear expression over the variables of a model, which are numbered. */
export class Expression {
  readonly vars: readonly number[];
  readonly coeffs: readonly number[];
  readonly offset: number;
  constructor(vars: readonly number[], coeffs: readonly number[], offset: number) {
    this.vars = vars;
    this.coeffs = coeffs;
    this.offset = offset;
  }
  plus(other: Expression | number): Expression {
    return weightedSum([this, other], [1, 1]);
  }
  minus(other: Expression | number): Expression {
    return weightedSum([this, other], [1, -1]);
  }
  times(factor: number): Expression {
    return weightedSum([this], [factor]);
  }
  eq(other: Expression | number): Bounded {
    return { of: this.minus(other), least: 0, most: 0 };
  }
  le(other: Expression | number): Bounded {
    return { of: this.minus(other), least: -UNBOUNDED, most: 0 };
  }
  ge(other: Expression | number): Bounded {
    return { of: this.minus(other), least: 0, most: UNBOUNDED };
  }
}

/** Far beyond every sum of a model, and exact as a double. */
const UNBOUNDED = 2 ** 52;

/** An expression between two values. */
interface Bounded {
  readonly of: Expression;
  readonly least: number;
  readonly most: number;
}

/** Σ factor × term, each variable once. */
export function weightedSum(terms: readonly (Expression | number)[], factors: readonly number[]): Expression {
  const coeffOf = new Map<number, number>();
  let offset = 0;
  terms.forEach((term, at) => {
    const factor = factors[at]!;
    if (typeof term === 'number') offset += factor * term;
    else {
      offset += factor * term.offset;
      term.vars.forEach((variable, each) => {
        coeffOf.set(variable, (coeffOf.get(variable) ?? 0) + factor * term.coeffs[each]!);
      });
    }
  });
  return new Expression([...coeffOf.keys()], [...coeffOf.values()], offset);
}

/** Sum of at least one term. */
export const sum = (terms: readonly Expression[]): Expression =>
  weightedSum(
    terms,
    terms.map(() => 1),
  );

/** The value of an expression in a solution. */
export const valueIn = (solution: readonly number[], { vars, coeffs, offset }: Expression): number =>
  vars.reduce((total, variable, at) => total + coeffs[at]! * solution[variable]!, offset);

export type Interval = { readonly interval: number };

/** A message of CP-SAT's protocol: its fields are numbers, lists of numbers, messages and lists of messages. */
export interface Message {
  [field: string]: number | readonly number[] | Message | readonly Message[];
}

interface Constraint {
  onlyEnforceIf(literal: Expression): void;
}

/** A model under construction, in the words of CP-SAT's own interfaces; `proto` is what a solver is given. Every variable has a hint: a complete one is a first plan. */
export interface Model {
  newIntVar(from: number, to: number, hint: number): Expression;
  newBoolVar(hint: boolean): Expression;
  add(bounded: Bounded): Constraint;
  addAllowedAssignments(columns: readonly Expression[], rows: readonly (readonly number[])[]): void;
  addExactlyOne(literals: readonly Expression[]): void;
  newOptionalIntervalVar(start: Expression, size: Expression, end: Expression, present: Expression): Interval;
  newOptionalFixedSizeIntervalVar(start: Expression, size: number, present: Expression): Interval;
  newFixedSizeIntervalVar(start: Expression | number, size: number): Interval;
  addCumulative(intervals: readonly Interval[], demands: readonly number[], capacity: number): void;
  addNoOverlap(intervals: readonly Interval[]): void;
  minimize(objective: Expression): void;
  proto(): Proto;
}

/** A whole model (`CpModelProto`). */
export interface Proto {
  readonly variables: readonly Message[];
  readonly constraints: readonly Message[];
  readonly objective: Message;
  readonly solutionHint: Message;
}

/** An empty model. No package is needed to build one. */
export function createModel(): Model {
  const variables: Message[] = [];
  const constraints: Message[] = [];
  const hints: number[] = [];
  let objective: Message = {};
  const linear = ({ vars, coeffs, offset }: Expression): Message => ({ vars, coeffs, offset });
  const constant = (value: number): Message => ({ offset: value });
  const push = (constraint: Message): number => constraints.push(constraint) - 1;
  const newIntVar = (from: number, to: number, hint: number): Expression => {
    hints.push(hint);
    return new Expression([variables.push({ domain: [from, to] }) - 1], [1], 0);
  };
  const interval = (start: Message, size: Message, end: Message, present?: Expression): Interval => ({
    interval: push({ ...(present ? { enforcementLiteral: [variableOf(present)] } : {}), interval: { start, size, end } }),
  });
  const indexes = (intervals: readonly Interval[]): number[] => intervals.map((each) => each.interval);
  return {
    newIntVar,
    newBoolVar: (hint) => newIntVar(0, 1, Number(hint)),
    add({ of: { vars, coeffs, offset }, least, most }) {
      const at = push({ linear: { vars, coeffs, domain: [least - offset, most - offset] } });
      return {
        onlyEnforceIf(literal) {
          constraints[at] = { ...constraints[at]!, enforcementLiteral: [variableOf(literal)] };
        },
      };
    },
    addAllowedAssignments: (columns, rows) => {
      push({ table: { exprs: columns.map(linear), values: rows.flat() } });
    },
    addExactlyOne: (literals) => {
      push({ exactlyOne: { literals: literals.map(variableOf) } });
    },
    newOptionalIntervalVar: (start, size, end, present) => interval(linear(start), linear(size), linear(end), present),
    newOptionalFixedSizeIntervalVar: (start, size, present) => interval(linear(start), constant(size), linear(start.plus(size)), present),
    newFixedSizeIntervalVar(start, size) {
      if (typeof start === 'number') return interval(constant(start), constant(size), constant(start + size));
      return interval(linear(start), constant(size), linear(start.plus(size)));
    },
    addCumulative: (intervals, demands, capacity) => {
      push({ cumulative: { intervals: indexes(intervals), demands: demands.map(constant), capacity: constant(capacity) } });
    },
    addNoOverlap: (intervals) => {
      push({ noOverlap: { intervals: indexes(intervals) } });
    },
    minimize(expression) {
      objective = linear(expression);
    },
    proto: () => ({ variables, constraints, objective, solutionHint: { vars: [...hints.keys()], values: hints } }),
  };
}

/** The number of an expression that is a single variable. Throws RangeError for any other. */
function variableOf({ vars, coeffs, offset }: Expression): number {
  if (vars.length !== 1 || coeffs[0] !== 1 || offset !== 0) throw new RangeError('not a variable');
  return vars[0]!;
}

/** A model in protobuf's text format, a piece for each variable and constraint. */
export function* textOf({ variables, constraints, objective, solutionHint }: Proto): Generator<string> {
  for (const variable of variables) yield `variables ${block(variable)}\n`;
  for (const constraint of constraints) yield `constraints ${block(constraint)}\n`;
  yield `objective ${block(objective)}\nsolution_hint ${block(solutionHint)}\n`;
}

/** The fields of a message in the text format. */
export const fieldsOf = (message: Message): string => Object.entries(message).map(fieldText).join(' ');

const block = (message: Message): string => `{ ${fieldsOf(message)} }`;

function fieldText([name, value]: [string, Message[string]]): string {
  const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (typeof value === 'number') return `${field}: ${value}`;
  if (!Array.isArray(value)) return `${field} ${block(value as Message)}`;
  if (value.every((each) => typeof each === 'number')) return `${field}: [${value.join(',')}]`;
  return (value as Message[]).map((each) => `${field} ${block(each)}`).join(' ');
}
