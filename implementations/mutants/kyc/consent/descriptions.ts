import { descriptions } from '../../../../reference/kyc/consent/permissions.ts'
import type { ConsentView, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changePage } from '../support/consent.ts'

/** Matches the label and the description of a permission. */
const described = /<legend>([^<]*)<\/legend>\n(<div id="about_(\w+)">[\s\S]*?<\/div>)/g

type Shown = { permission: string; label: string; about: string }

const shownIn = (page: string): Shown[] =>
  [...page.matchAll(described)].map(([, label = '', about = '', permission = '']) => ({ permission, label, about }))

/** Changes how the page shows each permission; `all`: the unchanged texts of the requested permissions. */
const changeShown = (change: (shown: Shown, all: readonly Shown[]) => Shown): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: (view: ConsentView) => {
    const page = kycPolicies.consentPage(view)
    const all = shownIn(page)
    const changed = new Map(all.map(shown => [shown.permission, change(shown, all)]))
    return page.replaceAll(described, (whole, _label, _about, permission: string) => {
      const { label, about } = changed.get(permission) ?? {}
      return label === undefined ? whole : `<legend>${label}</legend>\n${about}`
    })
  },
})

const labels: Readonly<Record<string, string>> = { name: 'Full name', email: 'E-mail address' }

const contactLabels: Readonly<Record<string, string>> = { email: 'Email', phone: 'Phone' }

const oneText = '<div><p>So that they can serve you.</p><p>Shares what you confirmed with us.</p></div>'

const { purpose, data } = descriptions.email

const emailText = `<div><p>${purpose}</p>\n<p class="data">Shares ${data}.</p></div>`

/** Faults in the descriptions of permissions that have a label (CONSENT-02). */
export const descriptionMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'labels differ, and one description serves every permission',
    breaks: 'CONSENT-02',
    story: 'The page was finished with one placeholder text, which was never replaced.',
    policies: changeShown(({ permission, label }) => ({
      permission,
      label: labels[permission] ?? label,
      about: oneText,
    })),
  },
  {
    name: 'the phone number has the description of the email address',
    breaks: 'CONSENT-02',
    story: 'The entry was copied in the text file, and only its key was changed.',
    policies: changeShown(({ permission, label, about }) => ({
      permission,
      label: contactLabels[permission] ?? label,
      about: permission === 'phone' ? emailText : about,
    })),
  },
  {
    name: 'only the first three permissions are described',
    breaks: 'CONSENT-02',
    story: 'The design had three, and so has the list of texts.',
    policies: changeShown((shown, all) => (all.indexOf(shown) < 3 ? shown : { ...shown, about: '' })),
  },
  {
    name: 'the liveness check has a label of three words',
    breaks: 'CONSENT-02',
    story: 'Its developer found the label clear enough.',
    policies: changeShown(shown =>
      shown.permission === 'liveness' ? { ...shown, label: 'Live selfie check', about: '' } : shown,
    ),
  },
  {
    name: 'the style sheet hides the descriptions',
    breaks: 'CONSENT-02',
    story: 'On phones the page was too long.',
    policies: changePage(page => page.replace('<style>', '<style>[id^=about_] { display: none }')),
  },
  {
    name: 'a style hides the description of the email address',
    breaks: 'CONSENT-02',
    story: "A script was to show it on click, but the page's policy blocks scripts.",
    policies: changePage(page =>
      page.replace('<div id="about_email">', '<div id="about_email" style="visibility: hidden">'),
    ),
  },
]
