/** Characters that a reader cannot see, or that would move the cursor, turn the text around or break the line. */
export const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufeff]/gu;
