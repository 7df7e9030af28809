import manifest from '../package.json' with { type: 'json' }

/** Version of the harness. */
export const version: string = manifest.version
