import { expect, test } from 'vitest'
import { openTerminal } from './terminal.test.support.ts'

const terminal = await openTerminal()

test('help', async () => {
  expect((await terminal.run('--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance [options] [command]

    Conformance tests for gateways, merchants and KYC providers.

    Options:
      --version                                     print the version
      -h, --help                                    print this help

    Set up:
      init [options] [base-url]                     Writes a config with fresh private keys, and the
                                                    list of what to register at the target.
      preflight [options] [base-url]                Checks that both sides reach each other, are
                                                    registered and agree on the time.
      discover [options] [base-url]                 Discovers how a target signs and its choices where
                                                    the protocol is silent, with evidence.

    Certify:
      run [options] [base-url]                      Certifies the target that an address, a config or
                                                    --reference names.
      replay [options] <report> <check> [base-url]  Runs one failed check of an earlier report again,
                                                    with its values, and prints each exchange and FAILED
                                                    (exit 1), FIXED (0) or DIFFERENT (1).
      report                                        Renders, compares, merges and verifies finished
                                                    reports.

    Look up:
      clauses [options]                             Lists the clauses with the checks that test each.
      explain <id>                                  Explains a clause or a check: what it says, why it
                                                    matters, how it is checked, how to fix it.
      help [command]                                Prints the help of a command.

    Build:
      serve [options] [role...]                     Runs the reference as a sandbox until interrupted;
                                                    prints one line of JSON when ready.
      sign [options]                                Signs a request on standard input with a key of the
                                                    config, and prints its four headers.

    Exit codes: 0 conformant, 1 non-conformant, 2 wrong usage or configuration, 3 incomplete, 4 the
    harness itself failed.
    "
  `)
})

test('help of run', async () => {
  expect((await terminal.run('run', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance run [options] [base-url]

    Certifies the target that an address, a config or --reference names.

    Arguments:
      base-url                address of the target; its metadata is at {base-url}/metadata.json

    Target:
      --role <role>           role of the target (default: read from its metadata)
      --ocid <n>              OCID of the target
      --config <file>         config instead of ./oc-conformance.config.json (repeatable: one for each
                              of several targets, or workers)
      --profile <profile>     auto, reference, or a profile file
      --environment <name>    test or production (default: test)
      --max-rps <n>           maximum requests per second
      --timeout <ms>          timeout of a request in milliseconds (default: 10000)
      --yes-change-state      allow checks that move money or leave traces in production
      --reference             certify the bundled reference, started on loopback
      --gateway <url>         certify a gateway at this address (repeatable)
      --merchant <url>        certify a merchant at this address (repeatable)
      --kyc <url>             certify a KYC provider at this address (repeatable)

    Counterpart:
      --listen <host:port>    where the counterpart listens
      --public-url <url>      address at which the target reaches the counterpart
      --tunnel <command>      opens a tunnel to the counterpart; the address that it prints is the
                              public one

    Selection:
      --only <glob>           try only these clauses or operations (repeatable)
      --skip <glob>           skip these clauses or operations (repeatable)
      --depth <depth>         quick (a first look), standard or thorough (default: standard)
      --budget <duration>     time limit of the run, such as 90s or 5m; must clauses come first
      --seed <n>              seed of the generated values (default: random, printed)
      --failed <report>       try only the checks that failed, warned or were blocked in an earlier
                              report, with its seed and depth
      --resume                resume the interrupted run in the report folder; decided checks are not
                              tried again
      --shard <i/n>           run the i-th of n parts; auto/n: that of a job with an index
      --workers <n>           try the checks in n processes at the same time, each with its own
                              provisioning

    Pages:
      --browser <path>        the Chromium, Chrome or Edge that shows pages (default: the first found)
      --person                someone is there to use pages that need a person (default: if there is a
                              terminal)
      --no-person             no one is there: checks that need a person are blocked

    Verdict and report:
      --report <dir>          folder for the reports (default: conformance-report/)
      --output <format=file>  write the report as junit, sarif, ctrf, markdown, har, badge or html, too
                              (repeatable)
      --known-failing <file>  file of known failures: clause or check ids, or entries as YAML or JSON;
                              one that passes, has expired or matches nothing exits with 1
      --write-known <file>    add the failures to a file of known failures
      --fail-on <level>       lowest level at which a failure exits with 1 (default: must)
      --sign <keyfile>        sign the report with the private key in a file: 64 hex digits or PEM, or
                              env:NAME
      --json                  print only a JSON summary on standard output

    Options:
      -h, --help              print this help

    Each option has an environment variable: --max-rps is OC_CONFORMANCE_MAX_RPS. A flag takes precedence.
    "
  `)
})

test('help of preflight', async () => {
  expect((await terminal.run('help', 'preflight')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance preflight [options] [base-url]

    Checks that both sides reach each other, are registered and agree on the time.

    Arguments:
      base-url              address of the target

    Target:
      --role <role>         role of the target (default: read from its metadata)
      --ocid <n>            OCID of the target
      --config <file>       config instead of ./oc-conformance.config.json (or .ts, .js)
      --profile <profile>   auto, reference, or a profile file
      --environment <name>  test or production (default: test)
      --max-rps <n>         maximum requests per second
      --timeout <ms>        timeout of a request in milliseconds (default: 10000)

    Counterpart:
      --listen <host:port>  where the counterpart listens
      --public-url <url>    address at which the target reaches the counterpart
      --tunnel <command>    opens a tunnel to the counterpart; the address that it prints is the public
                            one

    Pages:
      --browser <path>      the Chromium, Chrome or Edge that shows pages (default: the first found)

    Options:
      --json                print only a JSON summary on standard output
      -h, --help            print this help

    Each option has an environment variable: --max-rps is OC_CONFORMANCE_MAX_RPS. A flag takes precedence.
    "
  `)
})

test('help of init', async () => {
  expect((await terminal.run('init', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance init [options] [base-url]

    Writes a config with fresh private keys, and the list of what to register at the target.

    Arguments:
      base-url                address of the target; not contacted if --role and --ocid are given

    Options:
      --role <role>           role of the target (default: read from its metadata)
      --ocid <n>              OCID of the target; its metadata does not carry it
      --identity <name=ocid>  OCID that an identity was assigned (repeatable)
      --from <config>         keep the keys, OCIDs and settings of a config
      --force                 overwrite existing files
      --listen <host:port>    where the counterpart will listen (default: 127.0.0.1:4900)
      --public-url <url>      address at which the target will reach the counterpart
      --currency <code>       currency of the accounts (repeat for a second currency)
      --environment <name>    test or production (default: test)
      --dir <dir>             folder to write to (default: the current one)
      -h, --help              print this help
    "
  `)
})

test('help of serve', async () => {
  expect((await terminal.run('serve', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance serve [options] [role...]

    Runs the reference as a sandbox until interrupted; prints one line of JSON when ready.

    Arguments:
      role                   the roles to serve (default: all)

    Options:
      --provisioning <file>  provisioning.json with the registrations of the role (repeatable: one for
                             each role)
      --data <dir>           keep keys and state in a folder
      --store <url>          keep them in PostgreSQL, for several processes of a role; without the
                             password: see docs/sandbox.md
      --host <host>          address to listen on (default: 127.0.0.1)
      --port <n>             port of the first role (default: 0, any free one)
      --public-url <url>     address that callers use, if a proxy is in front; with several roles, each
                             is below it by name
      --ocid <n>             OCID of the first role
      --profile <profile>    reference, or a profile file
      --environment <name>   test or production (default: test)
      --rate-limit <n>       requests per second of each address; others get 429
      --logs                 log each request as a line of JSON to standard error
      --inspect              serve a page for each role: its requests, and the result of each check
      --fault <name>         plant one fault, or make one other conformant choice
      --faults-by-header     each request may name its fault in X-OC-Fault
      --list-faults          list the faults by clause, and start nothing
      --json                 list them as a JSON array
      --clock                serve /clock, which advances the time of each role
      --slow <duration>      delay every response by this long
      --fail <percent>       fail this share of the requests, with 503
      -h, --help             print this help
    "
  `)
})

test('help of clauses', async () => {
  expect((await terminal.run('clauses', '--help')).out).toMatchInlineSnapshot(`
    "Usage: oc-conformance clauses [options]

    Lists the clauses with the checks that test each.

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

    Explains a clause or a check: what it says, why it matters, how it is checked, how to fix it.

    Arguments:
      id          a clause such as CHECKOUT-04, the id of a check, or pages

    Options:
      -h, --help  print this help
    "
  `)
})
