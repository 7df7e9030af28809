import { resolve } from 'node:path'

/** Returns the absolute name of a key file; `env:NAME` stays as it is. */
export const keyFileIn = (folder: string, name: string): string =>
  name.startsWith('env:') ? name : resolve(folder, name)
