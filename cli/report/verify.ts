import { dirname, resolve } from 'node:path'
import type { Finding } from '../../engine/certificate/verify/index.ts'
import { readBytes } from '../../engine/settings/files.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { truncate } from '../../reports/visible.ts'
import type { Report } from '../../schemas/messages.ts'
import type { AddCommand } from '../command.ts'
import { type Io, isColored } from '../io.ts'
import { addOptions, flag, optionsOf, valued } from '../options.ts'
import { jsonText } from '../run/summary.ts'
import { line } from '../text.ts'

const options = {
  key: valued(
    '--key <hex>',
    { expected: 'a public key of secp256k1: 128 hex digits, X then Y', read: text => text },
    'public key that must have signed the report',
  ),
  json: flag('--json', 'print a JSON object'),
  conformant: flag('--conformant', 'also exit with 1 unless the verdict is conformant'),
}

export const addVerify: AddCommand = (program, io, exit) => {
  const command = program
    .command('verify')
    .description(
      'Verifies a signed report: signature, files beside it, register, profile, harness, verdict, and the document that its target signed. Exits with 1 and a line for each thing that does not fit.',
    )
    .argument('<report>', 'report.json of a run, or its folder')
  addOptions(command, options, { env: false }).action(async (name: string) => {
    const { key, conformant = false, json = false } = optionsOf(command, options, io.env)
    const signer = key === undefined ? undefined : await publicKeyIn(key)
    exit(await verify(io, name, { signer, conformant, json }))
  })
}

const publicKeyIn = async (text: string): Promise<string> => {
  const { recognizePublicKey } = await import('../../protocol/signature/keys.ts')
  const key = recognizePublicKey(text.trim())?.toLowerCase()
  if (key === undefined)
    throw new UsageError('--key is not a public key of secp256k1.', 'Expected 128 hex digits, X then Y.')
  return key
}

type Wanted = { signer: string | undefined; conformant: boolean; json: boolean }

const verify = async (io: Io, name: string, { signer, conformant, json }: Wanted): Promise<number> => {
  const [{ readReport }, { verifyReport }] = await Promise.all([
    import('../run/earlier-run.ts'),
    import('../../engine/certificate/verify/index.ts'),
  ])
  const { report, file } = await readReport(io, name)
  const path = resolve(io.folder, file)
  const checks = (await io.services.checks()).filter(({ roles }) => roles.includes(report.target.role))
  const found = await verifyReport({
    report,
    bytes: await readBytes(path),
    folder: dirname(path),
    signer,
    checks: checks.map(({ id }) => id),
  })
  const isWhole = found.every(({ fits }) => fits)
  if (json)
    io.out(jsonText({ version: 1, fits: isWhole, verdict: report.verdict, target: report.target, findings: found }))
  else await print(io, report, found)
  return isWhole && (!conformant || report.verdict === 'conformant') ? 0 : 1
}

/** Maximum length of a line, in characters. */
const longestLine = 500

const print = async (io: Io, report: Report, found: readonly Finding[]): Promise<void> => {
  const { textFormat } = await import('../../reports/ansi.ts')
  const { styles } = textFormat({ color: isColored(io, 'out'), width: io.columns })
  const { role, baseUrl, ocid } = report.target
  const who = ocid === undefined ? `${role} ${baseUrl}` : `${role} ${baseUrl}, OCID ${ocid}`
  io.out(line(truncate(`${who}, ${report.run.depth}, started ${report.run.started}`, longestLine)))
  for (const { name, fits, text } of found) {
    const [tone, shape] = fits ? (['pass', '✓'] as const) : (['fail', '✕'] as const)
    io.out(`${styles.verdict(tone, `${shape} ${name.padEnd(9)}`)} ${line(truncate(text, longestLine))}`)
  }
  io.out(line('report.html is not verified: report render REPORT --to html writes it again.'))
  io.out(line(conclusion(report, found.filter(({ fits }) => !fits).length)))
}

const conclusion = ({ verdict, run }: Report, misfits: number): string => {
  if (misfits > 0)
    return `${misfits === 1 ? 'One thing does' : `${misfits} things do`} not fit: this certifies nothing.`
  return verdict === 'conformant'
    ? `Everything fits. The verdict is conformant${run.depth === 'quick' ? ', at a first look (depth quick)' : ''}.`
    : `Everything fits, and the verdict is ${verdict}: this is not a certificate of conformance.`
}
