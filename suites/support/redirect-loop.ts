import type { CheckContext } from '../../harness/context.ts'
import type { Behaviour } from '../../harness/counterpart.ts'

/** Serves two addresses of the counterpart that redirect to each other; returns the first. */
export const serveRedirectLoop = ({ counterpart }: CheckContext, name: string): string => {
  const behaviour: Behaviour = {}
  const first = counterpart.trap(name, behaviour)
  const second = counterpart.trap(name, { redirect: first.url })
  behaviour.redirect = second.url
  return first.url
}
