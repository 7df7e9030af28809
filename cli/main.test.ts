import { describe, expect, test } from 'vitest'
import { openTerminal } from './fixtures.ts'

const terminal = await openTerminal()

describe('wrong usage is two lines on standard error, and 2', () => {
  test.each([
    ['certify x', "error: unknown command 'certify'.", 'oc-conformance --help says what it takes.'],
    ['rnu', "error: unknown command 'rnu'.", 'Did you mean run?'],
    ['--verzion', "error: unknown option '--verzion'.", 'Did you mean --version?'],
    ['run --sed 1', "error: unknown option '--sed'.", 'Did you mean --seed?'],
    ['run --frobnicate', "error: unknown option '--frobnicate'.", 'oc-conformance run --help says what it takes.'],
    ['run --seed', "error: option '--seed <n>' argument missing.", 'oc-conformance run --help says what it takes.'],
    ['run --seed x', 'error: --seed cannot be "x".', 'It takes a whole number from 0 to 2147483647.'],
    ['run --budget soon', 'error: --budget cannot be "soon".', 'It takes a duration such as 30s, 5m or 1h.'],
    ['run --depth deep', 'error: --depth cannot be "deep".', 'It takes one of quick, standard, thorough.'],
    [
      'run ftp://x',
      'error: base-url cannot be "ftp://x".',
      'It takes an absolute http:// or https:// address without user name, query and fragment.',
    ],
    ['run --shard 3/2', 'error: --shard cannot be "3/2".', 'It takes i/n, the i-th of n parts, such as 1/4.'],
    [
      'run --listen 4900',
      'error: --listen cannot be "4900".',
      'It takes HOST:PORT such as 127.0.0.1:4900 or [::1]:4900 (port 0 takes a free one).',
    ],
    [
      'run --only CHECKOT-04',
      'error: --only: "CHECKOT-04" matches no clause, no operation and no check.',
      'Did you mean CHECKOUT-04?',
    ],
    [
      'run a b',
      "error: too many arguments for 'run'. Expected 1 argument but got 2: a, b.",
      'oc-conformance run --help says what it takes.',
    ],
    [
      'run http://x --gateway http://y',
      'error: several targets are given.',
      'Give a base URL, or addresses by role: --gateway, --merchant, --kyc.',
    ],
    [
      'run http://x --reference',
      'error: --reference comes with a target and a config of its own.',
      'Leave out the base URL and --config.',
    ],
    ['preflight --config absent.json', /error: the config .*absent\.json does not exist\./, 'Is the path right?'],
    ['explain AUHT-02', 'error: "AUHT-02" is no clause and no check.', 'Did you mean AUTH-02?'],
    ['explain checkout/on', 'error: "checkout/on" is no clause and no check.', 'Did you mean checkout/one?'],
    ['explain', "error: missing required argument 'id'.", 'oc-conformance explain --help says what it takes.'],
    ['clauses --role bank', 'error: --role cannot be "bank".', 'It takes one of gateway, merchant, kyc.'],
    ['serve bank', 'error: "bank" is no role.', 'It takes gateway, merchant, kyc.'],
    ['serve --port 99999', 'error: --port cannot be "99999".', 'It takes a port from 0 to 65535.'],
    ['serve --provisioning absent', /error: the provisioning .*absent does not exist\./, 'Is the path right?'],
    [
      'init --role gateway',
      'error: the OCID of the target is not known: its metadata does not carry it.',
      'Give --ocid.',
    ],
    [
      'init --identity merchant',
      'error: --identity cannot be "merchant".',
      'It takes NAME=OCID such as merchant=2001.',
    ],
  ])('%s', async (argv, cause, remedy) => {
    const { code, out, err } = await terminal.run(...argv.split(' '))
    const [first, second, ...rest] = err.split('\n')
    if (typeof cause === 'string') expect(first).toBe(cause)
    else expect(first).toMatch(cause)
    expect([second, rest, out, code]).toEqual([remedy, [''], '', 2])
  })

  test('no command at all: the help', async () => {
    const { code, out, err } = await terminal.run()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('Usage: oc-conformance')
  })

  test('what came from outside cannot steer the terminal', async () => {
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
  expect(await terminal.run('--version')).toEqual({ code: 0, out: '1.0.0\n', err: '' })
})

test('help', async () => {
  expect((await terminal.run('--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance [options] [command]

    Holds gateways, merchants and KYC providers to their protocol.

    Options:
      --version                       print the version
      -h, --help                      print this help

    Commands:
      run [options] [base-url]        Certifies one target. Without an address and a config: the bundled
                                      reference.
      init [options] [base-url]       Writes a config with fresh private keys, and what the operator of
                                      the target registers.
      preflight [options] [base-url]  Tells whether everything is reachable, registered and in time, in
                                      both directions.
      discover [options] [base-url]   Finds out how a target signs and what else it chose where the
                                      document is silent, and on what each finding rests.
      serve [options] [role...]       Runs the reference as a sandbox until it is interrupted; prints
                                      one line of JSON when it is ready.
      clauses [options]               Lists the register with the checks that decide each clause.
      explain <id>                    Explains a clause or a check: what it says, why, how it is
                                      checked, how to mend what breaks it.
      report                          Reads finished reports: what they say together, about the protocol
                                      and about each other.
      help [command]                  print the help of a command

    Exit codes: 0 conformant, 1 non-conformant, 2 wrong usage or set-up, 3 incomplete, 4 the harness
    itself failed.
    "
  `)
})

test('help of run', async () => {
  expect((await terminal.run('run', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance run [options] [base-url]

    Certifies one target. Without an address and a config: the bundled reference.

    Arguments:
      base-url                address of the target; its metadata is at {base-url}/metadata.json

    Options:
      --role <role>           role of the target; read from its metadata otherwise
      --ocid <n>              OCID of the target
      --config <file>         config instead of ./oc-conformance.config.json (repeatable: one for each
                              of several targets)
      --profile <profile>     auto, reference, or a profile file
      --max-rps <n>           requests per second at most
      --timeout <ms>          milliseconds for one request (default: 10000)
      --environment <name>    test or production (default: test)
      --listen <host:port>    where the counterpart listens
      --public-url <url>      address under which the target reaches the counterpart
      --json                  print a summary in JSON, and nothing else, on standard output
      --reference             certify the bundled reference, started on loopback
      --gateway <url>         certify a gateway at this address
      --merchant <url>        certify a merchant at this address
      --kyc <url>             certify a KYC provider at this address
      --only <glob>           try only these clauses or operations (repeatable)
      --skip <glob>           leave these clauses or operations out (repeatable)
      --depth <depth>         quick, standard or thorough (default: standard)
      --budget <duration>     time for the whole run, such as 90s or 5m
      --seed <n>              seed of the generated values (default: a random one, printed)
      --report <dir>          folder for the reports (default: conformance-report/)
      --known-failing <file>  clauses and checks whose failure is known
      --fail-on <level>       level from which a broken clause ends with 1 (default: must)
      --shard <i/n>           run the i-th of n parts
      --sign <keyfile>        sign the report with the private key in a file
      --yes-change-state      allow checks that move money or leave traces in production
      -h, --help              print this help

    Each option has an environment variable: --max-rps is OC_CONFORMANCE_MAX_RPS. A flag beats it.
    "
  `)
})

test('help of preflight', async () => {
  expect((await terminal.run('help', 'preflight')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance preflight [options] [base-url]

    Tells whether everything is reachable, registered and in time, in both directions.

    Arguments:
      base-url              address of the target

    Options:
      --role <role>         role of the target; read from its metadata otherwise
      --ocid <n>            OCID of the target
      --config <file>       config instead of ./oc-conformance.config.json (or .ts, .js)
      --profile <profile>   auto, reference, or a profile file
      --max-rps <n>         requests per second at most
      --timeout <ms>        milliseconds for one request (default: 10000)
      --environment <name>  test or production (default: test)
      --listen <host:port>  where the counterpart listens
      --public-url <url>    address under which the target reaches the counterpart
      --json                print a summary in JSON, and nothing else, on standard output
      -h, --help            print this help

    Each option has an environment variable: --max-rps is OC_CONFORMANCE_MAX_RPS. A flag beats it.
    "
  `)
})

test('help of init', async () => {
  expect((await terminal.run('init', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance init [options] [base-url]

    Writes a config with fresh private keys, and what the operator of the target registers.

    Arguments:
      base-url                address of the target; with --role and --ocid nothing is read from it

    Options:
      --role <role>           role of the target; read from its metadata otherwise
      --ocid <n>              OCID of the target; its metadata does not carry it
      --identity <name=ocid>  an OCID that was assigned to an identity (repeatable)
      --from <config>         keep the keys, OCIDs and settings of a config
      --force                 overwrite files that are there
      --listen <host:port>    where the counterpart will listen (default: 127.0.0.1:4900)
      --public-url <url>      address under which the target will reach the counterpart
      --currency <code>       currency of the accounts (repeatable: the second one too)
      --environment <name>    test or production (default: test)
      --dir <dir>             folder to write to (default: the current one)
      -h, --help              print this help
    "
  `)
})

test('help of serve', async () => {
  expect((await terminal.run('serve', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance serve [options] [role...]

    Runs the reference as a sandbox until it is interrupted; prints one line of JSON when it is ready.

    Arguments:
      role                   the roles to serve (default: all)

    Options:
      --provisioning <file>  whom the role knows, as oc-conformance init writes it (repeatable: one for
                             each role)
      --data <dir>           keep keys and state in a folder
      --port <n>             port of the first role (default: 0, any free one)
      --ocid <n>             OCID of the first role
      --profile <profile>    reference, or a profile file
      --environment <name>   test or production (default: test)
      -h, --help             print this help
    "
  `)
})

test('help of clauses', async () => {
  expect((await terminal.run('clauses', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance clauses [options]

    Lists the register with the checks that decide each clause.

    Options:
      --role <role>  only the clauses of this role
      --json         print a JSON array
      -h, --help     print this help
    "
  `)
})

test('help of explain', async () => {
  expect((await terminal.run('explain', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance explain [options] <id>

    Explains a clause or a check: what it says, why, how it is checked, how to mend what breaks it.

    Arguments:
      id          a clause such as CHECKOUT-04, or the id of a check

    Options:
      -h, --help  print this help
    "
  `)
})
