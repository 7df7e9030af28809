import type { Permission } from '../../../protocol/states.ts'

/** A permission in a user's words: its purpose, and the data that it shares. */
export type Description = { label: string; purpose: string; data: string }

/**
 * Describes the permissions of "KYC grant decision" in our own words; the document does not say which data they share. Clause: CONSENT-02.
 */
export const descriptions: Readonly<Record<Permission, Description>> = {
  name: {
    label: 'Name',
    purpose: 'So that they know who you are and how to address you.',
    data: 'your first and last name, as we verified them',
  },
  email: {
    label: 'Email address',
    purpose: 'So that they can write to you.',
    data: 'the email address that you confirmed with us',
  },
  phone: {
    label: 'Phone number',
    purpose: 'So that they can call you or send you a text message.',
    data: 'the phone number that you confirmed with us',
  },
  id_card: {
    label: 'Identity card',
    purpose: 'So that they can check your identity by an official document.',
    data: 'a scan of your document with its number and expiry date, your date of birth and your nationality',
  },
  liveness: {
    label: 'Liveness check',
    purpose: 'So that they can see that it was you in person, and not a photo of you.',
    data: 'the result and the time of your check, and the picture that was taken',
  },
}
