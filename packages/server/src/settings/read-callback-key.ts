import { StartError } from '../errors/start-error.ts';

const makeOne = 'make one with `openssl rand -base64 32`, and keep it outside of the database and its backups.';
/** The sentences on how to set each key, which are part of every message about it. */
const cures = {
  CALLBACK_KEY: `Set it to the key that the database was first used with. For a new database ${makeOne}`,
  NEW_CALLBACK_KEY: `For that ${makeOne}`,
};

/**
 * Reads the key that seals callback secrets, 32 bytes in base64, from the setting with the given name.
 * @throws StartError when it is missing or not a key; the message does not repeat it
 */
export function readCallbackKey(text: string | undefined, setting: keyof typeof cures = 'CALLBACK_KEY'): Buffer {
  const value = text?.trim();
  if (!value) throw new StartError(`${setting} is not set: callback secrets cannot be stored without a key. ${cures[setting]}`);
  const key = Buffer.from(value, 'base64');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value) || key.length !== 32) {
    throw new StartError(`${setting} is no key: it must be 32 bytes in base64 (44 characters). ${cures[setting]}`);
  }
  return key;
}
