import { absentOcids } from '../provisioning/identities.ts'
import type { RunSettings } from './settings.ts'

/** Settings of a run without a config. */
export const plainSettings: RunSettings = {
  profile: 'reference',
  identities: {},
  absent: absentOcids,
  accounts: {},
  amounts: {},
  items: [],
  pages: { checkout: { driver: 'forms' }, consent: { driver: 'forms' } },
  patience: { notificationMs: 5_000, personMs: 120_000 },
  counterpart: { listen: { host: '127.0.0.1', port: 0 }, callbackUrl: 'https://requester.example/callback' },
  only: [],
  skip: [],
  depth: 'quick',
  seed: 1,
  reportDir: '',
  outputs: [],
  knownFailing: [],
  failOn: 'must',
  timeoutMs: 10_000,
  environment: 'test',
  yesChangeState: false,
  json: false,
  hasConfig: true,
  preflightOnly: false,
}
