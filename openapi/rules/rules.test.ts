import { mistakes } from './testing/mistakes/index.ts';
import { testRules } from './testing/test-rules.ts';

testRules(mistakes);
