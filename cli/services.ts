import type { RunHooks } from '../engine/hooks.ts'
import type { Certified } from '../engine/processes/messages.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import type { CheckDescription } from '../harness/check.ts'

/** A check as `explain` and `clauses` show it. */
export type CheckSummary = Pick<CheckDescription, 'id' | 'title' | 'clauses' | 'roles' | 'kind' | 'fromTable'>

export type { Certified }

/** The rooms that the commands use; each is loaded when it is first needed. */
export type Services = {
  certify(settings: RunSettings, hooks: RunHooks): Promise<Certified>
  certifySideBySide: typeof import('../engine/multi-target/side-by-side.ts').certifySideBySide
  certifyTogether: typeof import('../engine/multi-target/cross-role.ts').certifyTogether
  checks(): Promise<readonly CheckSummary[]>
  serveReference: typeof import('../sandbox/serve.ts').serveReference
}

/** The functions of other rooms that the commands use; each loads what it needs when it is called. */
export const services: Services = {
  certify: async (settings, hooks) => (await import('../engine/run.ts')).certify(settings, hooks),
  certifySideBySide: async (...given) =>
    (await import('../engine/multi-target/side-by-side.ts')).certifySideBySide(...given),
  certifyTogether: async (...given) => (await import('../engine/multi-target/cross-role.ts')).certifyTogether(...given),
  checks: async () => (await import('../suites/catalog.ts')).catalog,
  serveReference: async options => (await import('../sandbox/serve.ts')).serveReference(options),
}
