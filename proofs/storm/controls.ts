/** A change to the text of a statement that a server sends to the database. */
interface Edit {
  statement: string;
  from: RegExp;
  to: string;
}

/**
 * A defect that the storm must find. The database, or the network in front of it, has the defect, so the servers run unchanged.
 */
export interface Control {
  title: string;
  /** PostgreSQL settings for this defect. */
  settings: Readonly<Record<string, string>>;
  /** SQL statements to run once the tables exist. */
  sql: string;
  edits: readonly Edit[];
}

const plain: Pick<Control, 'settings' | 'sql' | 'edits'> = { settings: {}, sql: '', edits: [] };

/** The defects, keyed by name. */
export const controls = {
  'commit-without-disk': {
    ...plain,
    title: 'PostgreSQL confirms a commit before it has written it (synchronous_commit=off)',
    settings: { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' },
  },
  'no-sequence-guard': {
    ...plain,
    title: 'a change does not ask whether the invoice is still the one that it was decided on',
    // Drops the constraint, because its unique index would prevent the defect from doing harm.
    sql: 'ALTER TABLE outbox DROP CONSTRAINT outbox_invoice_id_sequence_key',
    edits: [{ statement: 'change', from: /AND i\.sequence = a\.was/g, to: '' }],
  },
  'no-unique-key': {
    ...plain,
    title: 'nothing keeps an idempotency key from being claimed twice',
    sql: 'ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey',
    edits: [
      {
        statement: 'create',
        from: /ORDER BY account_id, operation, key\s+ON CONFLICT[\s\S]*?(\$\d+::bigint)/,
        to: 'AND $1 IS NOT NULL',
      },
    ],
  },
  'release-without-lease': {
    ...plain,
    title: 'a server gives back events without asking whether their lease is still its own',
    edits: [
      { statement: 'release', from: /AND o\.next_at = r\.lease_end AND o\.leased_by = (\$4::text)/, to: 'AND $1 IS NOT NULL' },
    ],
  },
} satisfies Record<string, Control>;

export type ControlName = keyof typeof controls;

/** Changes the statements that a control concerns, and remembers which of them it has changed. */
export interface Rewriter {
  rewrite(name: string, text: string): string;
  /** Returns the names of the statements that should be edited but have not been sent yet. */
  unchanged(): string[];
}

/** Makes a rewriter that applies the edits of a control. Without a control, the rewriter changes no statement. */
export function makeRewriter(control: Control | undefined): Rewriter {
  const left = new Set(control?.edits.map(({ statement }) => statement));
  return {
    rewrite: (name, text) => {
      const edit = control?.edits.find(({ statement }) => statement === name);
      if (!edit) return text;
      const changed = text.replace(edit.from, edit.to);
      if (changed !== text) left.delete(name);
      return changed;
    },
    unchanged: () => [...left],
  };
}
