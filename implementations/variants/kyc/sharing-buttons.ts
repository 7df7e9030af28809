import type { FastifyInstance } from 'fastify'
import type { Permission } from '../../../protocol/states.ts'
import type { ConsentView, KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { acceptForms } from '../../../reference/service/forms.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, formOf, plainPage } from './support/forms.ts'

const shareForm = ({ grantRequest }: ConsentView, permission: Permission, isShared: boolean) => html`<section>
<h2>${aboutOf(permission)}</h2><p>${isShared ? 'Shared' : 'Not shared'} at present</p>
<form method="post" action="/kyc/shares/${grantRequest.id}"><input type="hidden" name="permission" value="${permission}">
<button>${isShared ? 'Stop sharing' : 'Share'} this</button></form></section>`

/** Stores the permissions that each request shares; a button changes it, and the last form sends it. */
const shareByButton = (): Pick<Variant<KycPolicies>, 'policies' | 'prepare'> => {
  const shares = new Map<string, Set<string>>()
  const sharedBy = (id: string): ReadonlySet<string> => shares.get(id) ?? new Set()
  const change = (id: string, permission: string): void => {
    const shared = new Set(sharedBy(id))
    if (!shared.delete(permission)) shared.add(permission)
    shares.set(id, shared)
  }
  return {
    policies: {
      consentPage: view => {
        const { id, permissions } = view.grantRequest
        const sections = permissions.map(permission => shareForm(view, permission, sharedBy(id).has(permission)))
        return plainPage(view, html`${sections}${formOf(view, html`<button>Save and return</button>`)}`)
      },
      undecided: () => [],
      newDecision: submission => {
        const { id, permissions } = submission.grantRequest
        return {
          ...kycPolicies.newDecision(submission),
          granted: permissions.filter(permission => sharedBy(id).has(permission)),
          denied: permissions.filter(permission => !sharedBy(id).has(permission)),
        }
      },
    },
    prepare: (server: FastifyInstance) => {
      server.register(async scope => {
        acceptForms(scope, 65_536)
        scope.post<{ Params: { id: string } }>('/kyc/shares/:id', async ({ params: { id }, body }, reply) => {
          if (body instanceof URLSearchParams) change(id, body.get('permission') ?? '')
          return reply.redirect(`/kyc/consent/${id}`, 303)
        })
      })
    },
  }
}

/** Toggle buttons: each shares a permission or stops sharing it. */
export const sharingButtonVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a button to share each permission, or to stop sharing it, and one to save',
    story: 'Nothing is shared at first, and the page is the settings page.',
    ...shareByButton(),
  },
]
