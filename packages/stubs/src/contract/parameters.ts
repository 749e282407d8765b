import type { ProblemCode } from '../problems/problem-error.ts';

/** A parameter of an operation: where a request contains its text, and how the text is read. */
export interface Parameter {
  /** The name in the contract's spelling, which handlers use. */
  name: string;
  in: 'path' | 'query' | 'header';
  kind: 'text' | 'number' | 'boolean';
  /** True for a list. Its values are sent as repeated parameters or, if `explode` is false, separated by commas. */
  isList: boolean;
  isJoined: boolean;
  /** The problem for a wrong value. If it is undefined, a wrong value becomes an item of `validation_failed`. */
  problem: { code: ProblemCode; detail: string } | undefined;
}

/** The problems that are about a single header. */
const problems: Readonly<Record<string, Parameter['problem']>> = {
  'Idempotency-Key': { code: 'idempotency_key_invalid', detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters.' },
};

/** The parameters of an operation, dereferenced. */
export interface ParameterizedOperation {
  operationId: string;
  path: string;
  parameters?: readonly StatedParameter[];
  responses: Readonly<Record<string, unknown>>;
}

interface StatedParameter {
  name: string;
  in: string;
  style?: string;
  explode?: boolean;
  schema?: StatedSchema;
}

interface StatedSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: StatedSchema;
}

/** Lists the parameters of an operation. Throws an Error if one cannot be read, or if no response can report its errors. */
export function parametersOf({ operationId, parameters = [], responses }: ParameterizedOperation): Parameter[] {
  return parameters.map((stated) => {
    const refuse = (why: string, cure: string) => new Error(`The parameter ${stated.name} of ${operationId} ${why}. ${cure}`);
    const { name, in: place, schema, explode = stated.style === undefined || stated.style === 'form' } = stated;
    if (place !== 'path' && place !== 'query' && place !== 'header')
      throw refuse(`is in: ${place}`, 'The stubs read only parameters in path, query and header.');
    const isList = schema?.type === 'array' && place === 'query';
    const kind = kindOf(isList ? schema.items : schema);
    if (kind === undefined || (stated.style ?? ordinaryStyles[place]) !== ordinaryStyles[place])
      throw refuse(
        'has a form that the stubs cannot read',
        'Use the `type` string, number, integer or boolean, or in the query an array of one of these, and the `style` form in the query, simple elsewhere.',
      );
    const problem = problems[name];
    if (!problem && !('422' in responses))
      throw refuse('can be invalid, but the operation documents no 422', 'Add the response to the contract.');
    return { name, in: place, kind, isList, isJoined: isList && !explode, problem };
  });
}

const ordinaryStyles = { path: 'simple', query: 'form', header: 'simple' } as const;

/** Returns the kind of a parameter's values; undefined when the schema does not say that they are text, numbers or booleans. */
function kindOf({ type, enum: values }: StatedSchema = {}): Parameter['kind'] | undefined {
  const types = [type ?? (values?.every((value) => typeof value === 'string') ? 'string' : [])].flat();
  if (types.includes('string')) return 'text';
  if (types.includes('number') || types.includes('integer')) return 'number';
  return types.includes('boolean') ? 'boolean' : undefined;
}
