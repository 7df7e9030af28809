import type { RunSettings } from './settings.ts'

type Setting = keyof RunSettings

/** `settings`: the settings of a run that a document may decide. `provides`: what else is read from it. */
type Authority = { settings: readonly Setting[]; provides: string }

/**
 * The settings that each document may decide. The command line, the environment and the config belong to the caller. Everything else is
 * untrusted: it cannot name a file, a command, an address to listen on, a key, or anything that keys are used for.
 */
export const authority = {
  config: {
    settings: [
      ...['target', 'targetClock', 'reference', 'environment', 'yesChangeState'],
      ...[
        'identities',
        'hasConfig',
        'absent',
        'accounts',
        'signWith',
        'pages',
        'pageSecrets',
        'counterpart',
        'profile',
      ],
      ...['currency', 'secondCurrency', 'amounts', 'items', 'patience', 'maxRps', 'timeoutMs', 'workers'],
      ...['only', 'skip', 'depth', 'budgetMs', 'seed', 'shard', 'knownFailing', 'knownFailures', 'failOn'],
      ...['reportDir', 'outputs', 'json', 'repeat', 'packageFolders'],
    ] as Setting[],
    provides: 'the members of its schema',
  },
  report: {
    settings: ['only', 'seed', 'depth', 'counterexample'],
    provides: 'the text that is shown, compared and verified; of its selection only the ids of checks',
  },
  'report, where the caller does not name a target': {
    settings: ['target'],
    provides:
      'its address, which gets fresh keys and no config, and is reached unless it is link-local; neither role, OCID nor environment',
  },
  'unfinished run': {
    settings: ['only', 'skip', 'seed', 'depth', 'shard', 'earlier'],
    provides: 'the results of the checks that have ended, and the facts that the target is compared with',
  },
  shard: { settings: [], provides: 'its part of the merged report' },
  evidence: { settings: [], provides: 'the exchanges that are shown' },
  'known failures': { settings: ['knownFailing', 'knownFailures'], provides: 'which failures spare the exit code' },
  profile: { settings: ['profile'], provides: 'how the target signs, and its choices' },
  provisioning: { settings: [], provides: 'the registrations of the sandbox' },
  metadata: {
    settings: [],
    provides: 'statements of the target about itself: key, capabilities, currencies, where its operations are',
  },
  page: { settings: [], provides: 'the controls that a customer or user may use' },
} as const satisfies Record<string, Authority>

type Document = keyof typeof authority

/** Returns the members of a document that it may decide. */
export const decidedBy = <D extends Document, V extends Partial<Record<Setting, unknown>>>(
  document: D,
  values: V,
): Pick<V, Extract<keyof V, (typeof authority)[D]['settings'][number]>> => {
  const names: readonly string[] = authority[document].settings
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as typeof values
}

/** What the value of an option names. */
type Power = 'file' | 'command' | 'listening' | 'key' | 'address' | 'identity' | 'permission' | 'plain'

const named = <P extends Power>(power: P, options: string): [string, P][] =>
  options.split(' ').map(option => [option, power])

/** Every option of the command line, by what its value names. A document may replace only `plain` ones. */
export const optionPowers: Readonly<Record<string, Power>> = Object.fromEntries([
  ...named('file', '--config --profile --report --output --known-failing --write-known --failed --from --dir'),
  ...named('file', '--provisioning --data'),
  ...named('command', '--tunnel --browser'),
  ...named('listening', '--listen --host --port'),
  ...named('key', '--sign --key --identity'),
  ...named('address', '--public-url --gateway --merchant --kyc --store --reference'),
  ...named('identity', '--role --ocid --caller'),
  ...named('permission', '--environment --yes-change-state --force --person --no-person --resume'),
  ...named('permission', '--clock --inspect --logs'),
  ...named('plain', '--only --skip --depth --seed --shard --budget --workers --max-rps --timeout --fail-on --json'),
  ...named('plain', '--to --markdown --conformant --currency --timestamp --nonce'),
  ...named('plain', '--rate-limit --slow --fail --fault --faults-by-header --list-faults'),
])
