import { defineRule } from './define-rule.ts';

/** The document holds at least `minimum` requirements, an option that is raised as they grow, so that none gets lost. */
export const requirementCount = defineRule(function* ({ requirements }, { options }) {
  const count = requirements.length;
  if (!Number.isInteger(options.minimum))
    yield { at: [], message: 'requirement-count has no minimum to hold to. Set `minimum` in openapi/redocly.yaml.' };
  else if (count < options.minimum)
    yield {
      at: [],
      message: `The document holds ${count} requirements, at least ${options.minimum} are expected. Name each normative statement in an x-requirements; where statements were taken out with what they were about, lower \`minimum\` in openapi/redocly.yaml.`,
    };
});
