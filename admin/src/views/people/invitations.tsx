import { useId, useState } from 'preact/hooks'
import { hasWay } from '../../api/root.ts'
import type { Role } from '../../api/session.ts'
import { write } from '../../api/site.ts'
import { formatInstant, t } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { Table } from '../../ui/table.tsx'
import { aboutRoles, roleNames, roles } from './roles.ts'
import { StepForm } from './step-form.tsx'

/** A one-time link that nobody has used yet. */
export type OpenLink = {
  readonly id: number
  readonly kind: 'setup' | 'invitation' | 'reset'
  readonly role: Role
  readonly email: string
  readonly by: { readonly name: string }
  readonly expires: string
}

/** A one-time link with its address, which is shown once. */
export type MadeLink = {
  readonly url: string
  readonly email: string
  readonly expires: string
  readonly mailed: boolean
}

/** Whom an invitation is for. */
const guestOf = ({ email }: Pick<OpenLink, 'email'>): string => email || t('Whoever has the link')

/** The invitations that nobody has used yet: for whom, by whom, and until when. */
export const Invitations = ({
  links,
  onRenewed,
  onWithdrawn,
}: {
  readonly links: readonly OpenLink[]
  readonly onRenewed: (link: MadeLink) => void
  readonly onWithdrawn: () => void
}) => {
  const [asked, setAsked] = useState<OpenLink>()
  const renew = ({ id }: OpenLink): void => {
    write<MadeLink>('POST', 'kalends/v1', `links/${id}`).then(onRenewed, notifyFault)
  }
  const withdraw = ({ id }: OpenLink): void => {
    write('DELETE', 'kalends/v1', `links/${id}`).then(() => {
      onWithdrawn()
      notify(t('The invitation is withdrawn.'))
    }, notifyFault)
  }
  return (
    <section class="invitations">
      <h2>{t('Open invitations')}</h2>
      <Table<OpenLink>
        columns={[
          { key: 'guest', name: t('For'), kind: 'header', show: guestOf },
          { key: 'role', name: t('Role'), show: ({ role }) => roleNames[role]() },
          { key: 'by', name: t('By'), show: ({ by }) => by.name },
          { key: 'expires', name: t('Until'), show: ({ expires }) => formatInstant(expires) },
          {
            key: 'actions',
            name: t('Actions'),
            kind: 'actions',
            show: (link) => (
              <>
                <Button
                  aria-label={
                    isMailed(link)
                      ? t('Send again: {name}', { name: guestOf(link) })
                      : t('New link: {name}', { name: guestOf(link) })
                  }
                  onClick={() => renew(link)}
                >
                  {isMailed(link) ? t('Send again') : t('New link')}
                </Button>
                <Button
                  kind="danger"
                  aria-label={t('Withdraw the invitation: {name}', { name: guestOf(link) })}
                  onClick={() => setAsked(link)}
                >
                  {t('Withdraw')}
                </Button>
              </>
            ),
          },
        ]}
        rows={links}
        keyOf={({ id }) => id}
      />
      {asked && (
        <AskDialog
          question={{
            title: t('Withdraw the invitation: {name}', { name: guestOf(asked) }),
            text: t('Its link no longer works. You can invite the person again.'),
            go: () => withdraw(asked),
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

const isMailed = ({ email }: Pick<OpenLink, 'email'>): boolean => email !== '' && hasWay('mail')

/** Asks for the role, and for an address if the invitation is sent by mail. */
export const InvitationDialog = ({
  onInvite,
  onClose,
}: {
  readonly onInvite: (body: object) => Promise<void>
  readonly onClose: () => void
}) => {
  const [role, setRole] = useState<Role>('contributor')
  const [email, setEmail] = useState('')
  const id = useId()
  return (
    <Dialog title={t('Invite somebody')} onClose={onClose}>
      <StepForm
        submitText={isMailed({ email }) ? t('Send the invitation') : t('Make a link')}
        onSubmit={() => onInvite({ kind: 'invitation', role, ...(email ? { email } : {}) })}
        onCancel={onClose}
      >
        <fieldset class="roles">
          <legend>{t('Role')}</legend>
          {roles.map((one) => (
            <label class="check" key={one}>
              <input
                type="radio"
                name={id}
                checked={one === role}
                aria-describedby={`${id}-${one}`}
                onChange={() => setRole(one)}
              />
              <span>
                {roleNames[one]()}
                <span class="hint" id={`${id}-${one}`} aria-hidden="true">
                  {aboutRoles[one]()}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          label={t('E-mail address (optional)')}
          type="email"
          hint={hasWay('mail') ? t('With an address, the invitation is sent there.') : undefined}
          value={email}
          onValue={setEmail}
        />
      </StepForm>
    </Dialog>
  )
}

/** Shows the address of a new link, once. */
export const LinkDialog = ({ link, onClose }: { readonly link: MadeLink; readonly onClose: () => void }) => {
  const { url, email, expires, mailed } = link
  return (
    <Dialog title={t('A link that works once')} onClose={onClose}>
      <p>
        {mailed
          ? t('It is on its way to {address}. You can also send it yourself; it is shown only now.', { address: email })
          : t('Send this link to the person by a safe way. It is shown only now.')}
      </p>
      <TextField
        label={t('Link')}
        hint={t('It works until {date}.', { date: formatInstant(expires) })}
        readOnly
        value={url}
        onValue={() => undefined}
      />
      <div class="actions">
        <Button
          kind="primary"
          onClick={() => navigator.clipboard.writeText(url).then(() => notify(t('Copied.')), notifyFault)}
        >
          {t('Copy')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </Dialog>
  )
}
