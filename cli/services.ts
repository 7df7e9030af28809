import type { RunHooks } from '../engine/hooks.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import type { CheckDescription } from '../harness/check.ts'
import type { Report } from '../schemas/messages.ts'

/** A check as `explain` and `clauses` show it. */
export type CheckSummary = Pick<CheckDescription, 'id' | 'title' | 'clauses' | 'roles' | 'kind' | 'fromTable'>

export type Certified = { report: Report; exitCode: number }

/** The rooms that the commands use; each is loaded when it is first needed. */
export type Services = {
  certify(settings: RunSettings, hooks: RunHooks): Promise<Certified>
  checks(): Promise<readonly CheckSummary[]>
  serveReference: typeof import('../reference/serve/serve.ts').serveReference
}

export const services: Services = {
  certify: async (settings, hooks) => (await import('../engine/run.ts')).certify(settings, hooks),
  checks: async () => (await import('../suites/index.ts')).allChecks,
  serveReference: async options => (await import('../reference/serve/serve.ts')).serveReference(options),
}
