import {
  changeAmountText,
  changeText,
  countDecimals,
  editBody,
  refusedDigits,
  refuseField,
  replaceField,
} from '../changes/change-request.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that accept an amount outside the bounds or with three decimals, or refuse a valid amount. */
export const requestsAmounts: FaultTable = {
  ...sharing({ breaks: 'create-amount-bounds' })({
    'nothing-for-nothing': {
      title: 'Amounts of 0 and below are accepted',
      fullSteps: replaceField('amount', (amount) => Number(amount) <= 0, 1),
    },
    'no-greatest-amount': {
      title: 'Amounts above the greatest are accepted',
      fullSteps: replaceField('amount', (amount) => Number(amount) > 999_999.99, 1),
    },
    'cents-refused': { title: 'An amount below 1 is refused', fullSteps: refuseField('amount', (amount) => Number(amount) < 1) },
    'greatest-refused': {
      title: 'The greatest amount is refused',
      fullSteps: refuseField('amount', (amount) => amount === 999_999.99),
    },
    'next-to-nothing-taken': {
      title: 'A tiny amount is rounded up to a cent',
      fullSteps: changeText((text) => text.replace('1e-30', '0.01')),
    },
    'zero-below-taken': {
      title: 'An amount of -0 is accepted',
      fullSteps: replaceField('amount', (amount) => Object.is(amount, -0), 1),
    },
  }),
  ...sharing({ breaks: 'create-amount-precision' })({
    'amount-rounded-off': {
      title: 'An amount of more than two decimals is rounded',
      fullSteps: changeAmountText((digits) => (/\.\d{3}/.test(digits) ? Number(digits).toFixed(2) : digits)),
    },
    'decimals-behind-a-point-alone': {
      title: 'Decimals are counted only after a point',
      fullSteps: editBody((fields, { text = '' }) => {
        if (/"amount"\s*:\s*\d+e-3/.test(text)) fields.amount = 1;
      }),
    },
    'quotient-not-whole': {
      title: 'An amount whose quotient by a cent is not whole in binary is refused',
      fullSteps: refuseField('amount', (amount) => !Number.isInteger(Number(amount) / 0.01)),
    },
    'product-not-whole': {
      title: 'An amount whose product with a hundred is not whole in binary is refused',
      fullSteps: refuseField('amount', (amount) => !Number.isInteger(Number(amount) * 100)),
    },
    'next-double-taken': {
      title: 'An amount that differs from one of whole cents by the last bit of a double is accepted',
      fullSteps: changeAmountText((digits) => (digits.length > 14 ? String(Math.round(Number(digits) * 100) / 100) : digits)),
    },
    'cents-by-division': {
      title: 'Cents are checked by a division',
      fullSteps: changeAmountText((digits) => {
        const cents = Number(digits) / 0.01;
        return Number(digits) < 1e6 && Math.abs(cents - Math.round(cents)) > 1e-12 ? refusedDigits : digits;
      }),
    },
    'millionths-taken': {
      title: 'Decimals beyond the sixth are ignored',
      fullSteps: changeAmountText((digits) => digits.replace(/^(\d+\.000000)\d+$/, '$1')),
    },
  }),
  'zeros-are-decimals': {
    title: 'An amount with a zero for a third decimal is refused',
    breaks: 'create-amount-any-spelling/zeros',
    fullSteps: editBody((fields, { text = '' }) => {
      if (/"amount"\s*:\s*\d+\.\d{3,}\D/.test(text)) delete fields.amount;
    }),
  },
  'one-spelling-of-amounts': {
    title: 'Trailing zeros and exponents are refused',
    breaks: 'create-amount-any-spelling',
    fullSteps: changeAmountText((digits) => (/e|\.\d*0$/i.test(digits) ? refusedDigits : digits)),
  },
  'many-zeros-refused': {
    title: 'An amount of more than thirty digits is refused',
    breaks: 'create-amount-any-spelling',
    fullSteps: changeAmountText((digits) => (digits.length > 30 ? refusedDigits : digits)),
  },
  'whole-exponents-refused': {
    title: 'An exponent that makes a whole number is refused',
    breaks: 'create-amount-any-spelling/exponents',
    fullSteps: changeAmountText((digits) => (/^\d+e\+?\d/i.test(digits) && Number(digits) < 1000 ? refusedDigits : digits)),
  },
  'digits-of-doubles-refused': {
    title: 'An amount that is written with the 17 digits of its double is refused',
    breaks: 'create-amount-nearest-double',
    fullSteps: changeAmountText((digits) => (countDecimals(digits) > 2 ? refusedDigits : digits)),
  },
  'positive-exponents-refused': {
    title: 'An amount with an exponent above zero is refused',
    breaks: 'create-amount-any-spelling/exponents',
    fullSteps: changeAmountText((digits) => (/^\de\+?[1-9]/i.test(digits) ? refusedDigits : digits)),
  },
  'signs-of-exponents-refused': {
    title: 'A plus sign in an exponent is refused',
    breaks: 'create-amount-any-spelling/exponents',
    fullSteps: changeAmountText((digits) => (digits.includes('+') ? refusedDigits : digits)),
  },
};
