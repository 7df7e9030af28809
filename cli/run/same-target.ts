import { quoted } from '../../engine/settings/options/readers.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Report } from '../../schemas/messages.ts'
import type { ReportFile } from './read-reports.ts'

/** A property of a target that is compared: its name for the reader, the option that gives it, and the values there and here. */
type Compared = { name: string; option: string; there: string | number | undefined; here: string | number | undefined }

/** The target that the caller names; the environment is absent if the caller gave none. */
type Named = Pick<RunSettings, 'target' | 'reference'> & { environment: RunSettings['environment'] | undefined }

const originOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : (URL.parse(address)?.origin ?? address)

/** The bundled reference is at another port each time. */
const comparedIn = ({ target: there }: Report, { target: here, reference, environment }: Named): Compared[] => [
  { name: 'role', option: '--role', there: there.role, here: here?.role ?? reference },
  ...(here === undefined
    ? []
    : [
        { name: 'origin', option: 'the base URL', there: originOf(there.baseUrl), here: originOf(here.baseUrl) },
        { name: 'OCID', option: '--ocid', there: there.ocid, here: here.ocid },
      ]),
  { name: 'environment', option: '--environment', there: there.environment, here: environment },
]

/**
 * Compares the target that the caller names with that of a report. UsageError if they differ: signatures do not cover the address, so a
 * foreign report could collect signatures of the caller.
 */
export const checkSameTarget = ({ report, file }: ReportFile, named: Named): void => {
  const other = comparedIn(report, named).find(
    ({ there, here }) => there !== undefined && here !== undefined && there !== here,
  )
  if (other === undefined) return
  const { name, option, there, here } = other
  throw new UsageError(
    `${file} is of the ${name} ${quoted(String(there))}, and your target has the ${name} ${quoted(String(here))}. Nothing was sent.`,
    `Give the target of the report (${option}), or run this one without the report.`,
  )
}
