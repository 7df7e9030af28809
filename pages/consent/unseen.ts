import { brief } from '../../harness/outcome.ts'
import { isPlainlyLabelled } from '../document/control-intent.ts'
import { type Control, isClickable, textFieldsOf } from '../document/controls.ts'
import { isSubmitter } from '../document/forms.ts'
import { unplainIn } from '../document/plain-page.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { describePage, type PageVisit } from '../visit/page-visit.ts'
import { withheldFrom } from '../visit/withheld.ts'
import { type ConsentControls, guessedPermissions } from './controls.ts'
import { saidEffect, sendsPlainly } from './intent.ts'
import { alikeIn } from './navigation.ts'

/** Returns a control or field of a page that neither the config nor plain words explain. */
const unreadOn = (page: ConsentControls): Control | undefined => {
  const { permissionControls, named } = page
  const [guessed, alike] = [guessedPermissions(page), alikeIn(permissionControls)]
  const said = permissionControls.filter(({ permission }) => !guessed.has(permission)).map(({ control }) => control)
  const known = new Set(said.filter(control => !alike.includes(control)))
  // A button that submits nothing may be a toggle, whose words say its state.
  const isPlain = ({ role, element, name, intent }: Control) =>
    (role === 'link' || isSubmitter(element)) &&
    (isPlainlyLabelled(intent) || saidEffect(name) !== undefined || sendsPlainly(name))
  return [...page.controls, ...page.buttons, ...textFieldsOf(page)].find(
    control => !known.has(control) && !named.has(control.element) && !(isClickable(control) && isPlain(control)),
  )
}

/** Returns the message that a page may have more content than was read, such as what it seems to lack, with the remedy. */
export const unseenOn = (page: ConsentControls, visit: PageVisit): string | undefined => {
  const unread = unreadOn(page)
  const what =
    unplainIn(visit) ?? (unread && `the ${unread.role} “${brief(unread.name, 60)}”, which no plain words explain`)
  return (
    withheldFrom(visit.$) ??
    (what && obstacleOf(`the page ${describePage(visit)} may show or ask for more, since it has ${what}`, aPlainPage))
  )
}

const aPlainPage =
  'name the way to the consent page under pages.consent.login in the config, and its controls in pages.consent.grant, .deny and .submit; or serve this run a page of plain text and forms; or set pages.consent.driver to "person", and look'
