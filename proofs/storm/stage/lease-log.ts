/** Statements that have the database write down each change of a lease. Servers are known by the names of their connections. */
export const leaseLog = `
CREATE TABLE storm_leases (
  number bigint GENERATED ALWAYS AS IDENTITY, event text, at float8, by text,
  old_owner text, old_end bigint, new_owner text, new_end bigint, is_settled boolean
);
CREATE FUNCTION storm_note_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.leased_by IS NOT NULL OR NEW.leased_by IS NOT NULL THEN
    INSERT INTO storm_leases (event, at, by, old_owner, old_end, new_owner, new_end, is_settled)
    VALUES (NEW.id, extract(epoch FROM clock_timestamp()) * 1000, current_setting('application_name'),
      OLD.leased_by, OLD.next_at, NEW.leased_by, NEW.next_at, NEW.settled_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storm_note_lease AFTER UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION storm_note_lease()`;
