import type { DiscoveredProfile } from '../engine/discovery/discover-profile.ts'
import { textOf } from '../protocol/json/any-json.ts'
import type { Role } from '../protocol/operations.ts'
import type { AddCommand } from './command.ts'
import { addOptions, optionsOf } from './options.ts'
import { findingsText } from './preflight.ts'
import { preflightSettings } from './run/certify.ts'
import { targetOptions } from './run/run-options.ts'
import { jsonText } from './run/summary.ts'
import { line, wrapped } from './text.ts'

const { profile: _profile, ...discoverOptions } = targetOptions

export const addDiscover: AddCommand = (program, io, exit) => {
  const command = program
    .command('discover')
    .description('Discovers how a target signs and its choices where the protocol is silent, with evidence.')
    .argument('[base-url]', 'address of the target')
  addOptions(command, discoverOptions, { env: true }).action(async (address?: string) => {
    const values = optionsOf(command, discoverOptions, io.env)
    const settings = await preflightSettings(io, values, address)
    const controller = new AbortController()
    const removeListener = io.onInterrupt(() => controller.abort())
    const { discoverProfile } = await import('../engine/discovery/discover-profile.ts')
    const found = await discoverProfile(settings, controller.signal).finally(removeListener)
    const { nameOfRequestForm } = await import('../protocol/request/likely-request-forms.ts')
    io.out(
      settings.json
        ? discoveryJson(found)
        : discoveryText(found, nameOfRequestForm(found.profile.canonicalRequest), io.columns),
    )
    exit(found.exitCode)
  })
}

/** Renders JSON whose `profile` is a profile file; choices without evidence are left out. */
const discoveryJson = ({
  exitCode,
  role,
  baseUrl: address,
  profile,
  shownBy,
  findings,
  probes,
}: DiscoveredProfile): string =>
  jsonText({ exitCode, role, baseUrl: address, profile: withEvidence(profile, shownBy), shownBy, probes, findings })

const withEvidence = (profile: DiscoveredProfile['profile'], shownBy: DiscoveredProfile['shownBy']) =>
  Object.fromEntries(Object.entries(profile).filter(([choice]) => shownBy[choice] !== undefined))

/** Renders a choice, and below it its evidence. */
const choiceText = (choice: string, value: string, evidence: string, columns: number): string =>
  `${choice.padEnd(indent)}${line(value)}${wrapped(line(evidence).trimEnd(), columns, indent)}\n`

const indent = 25

const titles: Readonly<Record<Role, string>> = { gateway: 'gateway', merchant: 'merchant', kyc: 'KYC provider' }

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ') || 'none'
  return textOf(value)
}

const discoveryText = (found: DiscoveredProfile, formName: string, columns: number): string => {
  const { role, baseUrl: address, profile, shownBy, findings, probes } = found
  const choices = Object.entries(withEvidence(profile, shownBy)).map(([choice, value]) => {
    if (choice !== 'canonicalRequest') return choiceText(choice, valueText(value), shownBy[choice] ?? '', columns)
    return choiceText(choice, formName, `harmless requests that it accepted or refused: ${probes}`, columns)
  })
  const unknown = ['signatureEncoding', 'canonicalJson', ...(role === 'kyc' ? [] : ['canonicalRequest'])]
    .filter(choice => shownBy[choice] === undefined)
    .map(choice => `${choice.padEnd(indent)}not found\n`)
  const problems = findings.filter(({ ok, name, severity }) => (!ok && severity !== 'info') || name === 'dialect')
  return [
    line(`The profile of the ${titles[role]} at ${address}:`),
    ...choices,
    ...unknown,
    ...(problems.length > 0 ? ['\n', findingsText(problems, columns)] : []),
  ].join('')
}
