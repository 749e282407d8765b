import type { Change } from '../change.ts';
import { addCancel } from './add-cancel.ts';
import { addCurrency } from './add-currency.ts';
import { addEchoedProperty } from './add-echoed-property.ts';
import { addFeature } from './add-feature.ts';
import { addStatus } from './add-status.ts';
import { raiseLength } from './raise-length.ts';

export const changes: readonly Change[] = [addEchoedProperty, addFeature, addCancel, addStatus, raiseLength, addCurrency];
