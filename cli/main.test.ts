import { describe, expect, test } from 'vitest'
import { version } from '../engine/version.ts'
import { openTerminal } from './terminal.test.support.ts'

const terminal = await openTerminal()

describe('wrong usage is two lines on standard error, and 2', () => {
  test.each([
    ['certify x', "error: unknown command 'certify'.", 'oc-conformance --help shows the usage.'],
    ['rnu', "error: unknown command 'rnu'.", 'Did you mean run?'],
    ['--verzion', "error: unknown option '--verzion'.", 'Did you mean --version?'],
    ['run --sed 1', "error: unknown option '--sed'.", 'Did you mean --seed?'],
    ['run --frobnicate', "error: unknown option '--frobnicate'.", 'oc-conformance run --help shows the usage.'],
    ['run --seed', "error: option '--seed <n>' argument missing.", 'oc-conformance run --help shows the usage.'],
    ['run --seed x', 'error: --seed cannot be "x".', 'Expected a whole number from 0 to 2147483647.'],
    ['run --budget soon', 'error: --budget cannot be "soon".', 'Expected a duration such as 30s, 5m or 1h.'],
    ['run --depth deep', 'error: --depth cannot be "deep".', 'Expected one of quick, standard, thorough.'],
    [
      'run ftp://x',
      'error: base-url cannot be "ftp://x".',
      'Expected an absolute http:// or https:// address without user name, query and fragment.',
    ],
    ['run --workers 0', 'error: --workers cannot be "0".', 'Expected processes, a whole number from 1 to 64.'],
    [
      'run --workers 2 --gateway http://a --gateway http://b',
      'error: --workers is for one target.',
      'Leave it out: several targets have a process each.',
    ],
    [
      'run --shard 3/2',
      'error: --shard cannot be "3/2".',
      'Expected i/n, the i-th of n parts, such as 1/4, or auto/n in a job that has an index.',
    ],
    [
      'run --listen 4900',
      'error: --listen cannot be "4900".',
      'Expected HOST:PORT such as 127.0.0.1:4900 or [::1]:4900 (port 0 picks a free port).',
    ],
    [
      'run --only CHECKOT-04',
      'error: --only: "CHECKOT-04" matches no clause, no operation and no check.',
      'Did you mean CHECKOUT-04?',
    ],
    [
      'run a b',
      "error: too many arguments for 'run'. Expected 1 argument but got 2: a, b.",
      'oc-conformance run --help shows the usage.',
    ],
    [
      'run http://x --gateway http://y',
      'error: a base URL and an address by role exclude each other.',
      'Give a base URL, or addresses by role: --gateway, --merchant, --kyc.',
    ],
    [
      'run http://x --reference',
      'error: --reference brings its own target and config.',
      'Leave out the base URL and --config.',
    ],
    ['preflight --config absent.json', /error: the config .*absent\.json does not exist\./, 'Is the path right?'],
    ['explain AUHT-02', 'error: "AUHT-02" is neither a clause nor a check.', 'Did you mean AUTH-02?'],
    ['explain checkout/on', 'error: "checkout/on" is neither a clause nor a check.', 'Did you mean checkout/one?'],
    ['explain', "error: missing required argument 'id'.", 'oc-conformance explain --help shows the usage.'],
    ['clauses --role bank', 'error: --role cannot be "bank".', 'Expected one of gateway, merchant, kyc.'],
    ['serve bank', 'error: "bank" is not a role.', 'Expected one of gateway, merchant, kyc.'],
    ['serve --port 99999', 'error: --port cannot be "99999".', 'Expected a port from 0 to 65535.'],
    ['serve --provisioning absent', /error: the provisioning .*absent does not exist\./, 'Is the path right?'],
    [
      'init --role gateway',
      'error: the OCID of the target is not known: its metadata does not carry it.',
      'Give --ocid.',
    ],
    [
      'init --identity merchant',
      'error: --identity cannot be "merchant".',
      'Expected NAME=OCID such as merchant=2001.',
    ],
  ])('%s', async (argv, cause, remedy) => {
    const { code, out, err } = await terminal.run(...argv.split(' '))
    const [first, second, ...rest] = err.split('\n')
    if (typeof cause === 'string') expect(first).toBe(cause)
    else expect(first).toMatch(cause)
    expect([second, rest, out, code]).toEqual([remedy, [''], '', 2])
  })

  test('without a command: the help', async () => {
    const { code, out, err } = await terminal.run()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('Usage: oc-conformance')
  })

  test('text from outside cannot control the terminal', async () => {
    const { err } = await terminal.run('explain', '\u001b[2Jx\u202e\n')
    expect(err).not.toMatch(/[\u001b\u202e]/)
  })
})

test('a fault of the harness keeps its stack and ends with 4', async () => {
  const broken = await openTerminal({ certify: () => Promise.reject(new TypeError('oops')) })
  const { code, err } = await broken.run('run', '--reference')
  expect(code).toBe(4)
  expect(err).toMatch(/this is a bug\.\nTypeError: oops\n\s+at /)
})

test('version', async () => {
  expect(await terminal.run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})
