import { featuresOf } from '../../src/contract/claimed-schema.ts';
import { type Operation, type Parameter, type Requirement, requirementAbout } from '../../src/contract/contract.ts';
import { type Constraint, listConstraints } from '../../src/contract/list-constraints.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { forbiddenValue } from '../derive/forbidden-value.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Parameters that cases of their own try, by more than a schema. */
export const triedByName = ['Idempotency-Key'];

/** Derives parameters that are left out, and values that their schemas forbid. */
export const parameterViolations: DeriveViolations = (_contract, operation) =>
  operation.parameters
    .filter(({ name }) => !triedByName.includes(name))
    .flatMap((parameter) => [
      ...(parameter.required && parameter.in !== 'path' ? [leftOut(operation, parameter)] : []),
      ...listConstraints(parameter.name, parameter.schema).flatMap((constraint) => wrong(operation, parameter, constraint)),
    ]);

/** Returns the requirement that a parameter's value breaks: the one that names the keyword, the first, or that of all input. */
export function requirementOfParameter(operation: Operation, { requirements }: Parameter, keyword: string): Requirement {
  const owner = requirements.find(({ keywords }) => keywords?.includes(keyword)) ?? requirements[0];
  return owner ?? requirementAbout(operation, operation.hasBody ? 'wrong-types' : 'success');
}

function leftOut(operation: Operation, parameter: Parameter): Violation {
  return {
    ...shared(operation, parameter, 'required'),
    id: `parameter/${parameter.name}/absent`,
    title: `${operation.slug} without ${parameter.name} is refused`,
    request: (values) => ({
      spec: requestFor(operation, { ...values, [parameter.name]: undefined }),
      difference: `${parameter.name}: ${parameter.in === 'header' ? 'sent' : 'given'} → absent`,
    }),
  };
}

function wrong(operation: Operation, parameter: Parameter, constraint: Constraint): Violation[] {
  const { keyword } = constraint;
  const value = forbiddenText(parameter, constraint);
  // A path without the value of a parameter is another path.
  if (value === undefined || (parameter.in === 'path' && value === '')) return [];
  return [
    {
      ...shared(operation, parameter, keyword),
      id: `parameter/${parameter.name}/not-${keyword}`,
      title: `${operation.slug} with ${parameter.name}: ${value} is refused`,
      request: (values) => ({
        spec: requestFor(operation, { ...values, [parameter.name]: value }),
        difference: `${parameter.name} → ${value}`,
      }),
    },
  ];
}

/** Returns a text that breaks a keyword; of another type only where a text can be: every parameter is one. */
function forbiddenText({ schema, pointer }: Parameter, constraint: Constraint): string | undefined {
  const { keyword } = constraint;
  if (keyword === 'type') return [schema.type].flat().includes('string') ? undefined : 'text';
  const value = forbiddenValue(schema, constraint, pointer);
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** Returns the features that a parameter belongs to: its own, and the one of its first requirement. */
export function featuresOfParameter({ feature, requirements }: Parameter): string[] {
  const stated = requirements[0] ? featuresOf(requirements[0]) : [];
  return [...new Set([...(feature === undefined ? [] : [feature]), ...stated])];
}

function shared(operation: Operation, parameter: Parameter, keyword: string) {
  const { name, pointer } = parameter;
  const requirement = requirementOfParameter(operation, parameter, keyword);
  return {
    requirement,
    pointer,
    member: name,
    about: 'parameter',
    constraint: `${keyword} of ${name}`,
    kind: 'input' as const,
    features: featuresOfParameter(parameter),
  };
}
