import { maxPassword, minPassword } from '../../accounts/passwords.ts'
import { findNameFault, keyOfName } from '../../accounts/users.ts'
import { type Invalid, invalid, isInvalid, type ParamType } from '../../core/params.ts'
import { bool, email, line, name, readInteger, readList, readRaw, shortLine, url, wordOf } from '../../core/types.ts'
import { type Role, reviewMails, roles } from '../../db/schema.ts'

/** Most characters of a shown name. */
export const maxName = 250

/** A text that is kept as it was sent: passwords may have blanks at their ends, tags and entities. */
const plain = (max: number, check: (text: string) => string | Invalid): ParamType<string> => ({
  schema: { type: 'string', maxLength: max },
  index: { type: 'string' },
  read: (raw) => {
    const text = readRaw(raw, max)
    return isInvalid(text) ? text : check(text)
  },
})

/** A name by which a user logs in. */
export const loginName = plain(60, (text) => {
  const fault = findNameFault(text)
  return fault === undefined ? text : invalid(fault)
})

/** A password for log-ins, measured as `hashPassword` does. */
export const newPassword: ParamType<string> = {
  ...plain(maxPassword, (text) =>
    // Passwords are measured as `hashPassword` does.
    text.length < minPassword || text.length > maxPassword
      ? invalid(`A password has ${minPassword} to ${maxPassword} characters.`)
      : text,
  ),
  schema: { type: 'string', minLength: minPassword, maxLength: maxPassword },
}

/** An e-mail address in lower case. */
export const lowerEmail: ParamType<string> = {
  ...email,
  read: (raw, context) => {
    const address = email.read(raw, context)
    return typeof address === 'string' ? keyOfName(address) : address
  },
}

/** Names of roles. */
export const roleList: ParamType<readonly Role[]> = {
  schema: { type: 'array', items: { type: 'string', enum: [...roles] } },
  index: { items: { type: 'string' } },
  isList: true,
  read: (raw) => {
    const names = readList(raw)
    if (isInvalid(names)) return names
    const known = names.flatMap((sent) => roles.find((role) => role === sent) ?? [])
    if (known.length > 0 && known.length === names.length) return known
    return invalid(`It must be one or more of ${roles.join(', ')}.`)
  },
}

const oneRole: ParamType<readonly Role[]> = {
  ...roleList,
  schema: { ...roleList.schema, minItems: 1, maxItems: 1 },
  read: (raw, context) => {
    const sent = roleList.read(raw, context)
    return Array.isArray(sent) && sent.length !== 1 ? invalid('A user has exactly one role.') : sent
  },
}

/** The fields of a user that a person may change. */
const personal = {
  name: { type: name(maxName) },
  first_name: { type: shortLine(maxName), empty: '' },
  last_name: { type: shortLine(maxName), empty: '' },
  url: { type: url, empty: '' },
  description: { type: line, empty: '' },
  locale: { type: shortLine(35), empty: '' },
  review_mail: { type: wordOf(...reviewMails) },
  own_mail: { type: bool },
  trouble_mail: { type: bool },
}

/** The fields of a user that only administrators change. */
const administered = {
  email: { type: lowerEmail, empty: '' },
  roles: { type: oneRole },
  password: { type: newPassword },
}

/** The fields of a new user (contract C5). */
export const newUserFields = { username: { type: loginName, isRequired: true }, ...personal, ...administered }

/** The fields of an update of a user: the name for log-ins is only compared. */
export const userFields = {
  username: { type: loginName },
  ...personal,
  ...administered,
  current_password: { type: plain(1000, (text) => text) },
}

/** The id of the user who gets the records of a removed one; 0 for none, which WordPress takes as "delete them". */
export const heir: ParamType<number> = {
  schema: { type: 'integer', minimum: 0 },
  index: { type: 'integer' },
  read: (raw) => {
    if (raw === '' || raw === false || raw === 'false') return 0
    const id = readInteger(raw)
    return id !== undefined && id >= 0 && Number.isSafeInteger(id) ? id : invalid('It must be the id of a user.')
  },
}
