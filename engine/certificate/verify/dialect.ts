import { type Profile, referenceProfile } from '../../../protocol/profile.ts'
import type { ProfileDocument, Report } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { choicesIn, profileOf } from '../../settings/config/profile-file.ts'

/** Returns the profile of a report; undefined if it is not one. */
export const profileIn = ({ profile }: Pick<Report, 'profile'>): Profile | undefined => {
  const values = choicesIn(profile)
  if (violations('profile', values).length > 0) return undefined
  try {
    return profileOf(values as ProfileDocument, 'the report')
  } catch {
    return undefined
  }
}

/** Returns how the target of a report signs. */
export const dialectOf = (report: Pick<Report, 'profile'>): Profile => profileIn(report) ?? referenceProfile
