import type { Case, DeclareCases } from '../../src/case/case.ts';
import { isClaimed } from '../../src/contract/claimed-schema.ts';
import { requirementOf } from '../../src/contract/contract.ts';
import { coverPairs } from '../play/cover-pairs.ts';
import { apart, factorsOf, featuresOf, refusing, triesOf } from '../play/journey-facts.ts';
import { broken, liveJourney } from '../play/live-journey.ts';

/** Cases for invoices that are created, paid and ended in various ways. Every possible pair of ways occurs in some invoice. */
export const pairedCases: DeclareCases = (contract) =>
  coverPairs(factorsOf(contract), apart).map((facts, at): Case => {
    const described = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
    return {
      id: `journeys/paired/${at + 1}`,
      title: `An invoice is right throughout its life with ${described.join(', ')}`,
      requirement: 'invoice-paid-amount-sum/every-receipt',
      covers: broken,
      tries: triesOf(facts).filter((id) => contract.requirements.has(requirementOf(id))),
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      features: [...new Set(featuresOf(contract, facts))],
      derived: true,
      waits: true,
      ...((facts.end === 'expired' || facts.receiver === refusing) && { movesClock: true }),
      async run(context) {
        // Only the first finding is reported, because it may cause the rest.
        for await (const finding of liveJourney(context, facts))
          if (isClaimed(context.contract, finding.requirement, context.features)) return [finding];
        return [];
      },
    };
  });
