import { useState } from 'preact/hooks'
import { type Role, session } from '../../api/session.ts'
import { listReader, read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'
import { columnFor, membersFor, type Needed } from '../list/columns.ts'
import { InvitationDialog, Invitations, LinkDialog, type MadeLink, type OpenLink } from './invitations.tsx'
import { roleNames, roles } from './roles.ts'

/** A user of `wp/v2`, read to edit. */
type User = {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly email: string
  readonly roles: readonly Role[]
}

const column = columnFor<User>()

const userColumns = (onRole: (user: Pick<User, 'id' | 'name' | 'roles'>, role: string) => void) => [
  column({
    key: 'name',
    name: t('Name'),
    needs: ['name', 'username'],
    kind: 'header',
    show: ({ name, username }) => (
      <>
        {name} <small>{username}</small>
      </>
    ),
  }),
  column({ key: 'email', name: t('E-mail address'), needs: ['email'], show: ({ email }) => email }),
  column({
    key: 'role',
    name: t('Role'),
    needs: ['id', 'name', 'roles'],
    show: (user) => (
      <select
        aria-label={t('Role of {name}', { name: user.name })}
        disabled={user.id === session()?.user}
        value={user.roles[0] ?? ''}
        onChange={({ currentTarget }) => onRole(user, currentTarget.value)}
      >
        {roles.map((role) => (
          <option key={role} value={role} selected={role === user.roles[0]}>
            {roleNames[role]()}
          </option>
        ))}
      </select>
    ),
  }),
]

type ListedUser = Pick<User, Needed<ReturnType<typeof userColumns>>>

const readList = listReader<User>()

const readUsers = async () => {
  const [users, factors, links] = await Promise.all([
    readUserList(),
    read<readonly { readonly user: number }[]>('kalends/v1', 'second-factors'),
    read<readonly OpenLink[]>('kalends/v1', 'links'),
  ])
  const invitations = links.filter(({ kind }) => kind === 'invitation')
  return { ...users, withFactor: new Set(factors.map(({ user }) => user)), invitations }
}

const readUserList = () =>
  readList(
    'wp/v2',
    'users',
    membersFor(
      [],
      userColumns(() => undefined),
    ),
    {
      context: 'edit',
      per_page: 100,
      orderby: 'name',
    },
  )

/** The users and their roles. */
export const Users = () => {
  const loaded = useLoaded('', readUsers)
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<MadeLink>()
  const [leaving, setLeaving] = useState<Pick<User, 'id' | 'name'>>()
  const [locked, setLocked] = useState<Pick<User, 'id' | 'name'>>()
  const removeFactor = ({ id, name }: Pick<User, 'id' | 'name'>): void => {
    write('DELETE', 'kalends/v1', `second-factors/${id}`).then(() => {
      loaded.reload()
      notify(t('{name} logs in with the password alone now.', { name }))
    }, notifyFault)
  }
  const changeRole = (user: Pick<User, 'id' | 'name' | 'roles'>, role: string): void => {
    const set = (to: string) => write('POST', 'wp/v2', `users/${user.id}`, { body: { roles: [to] } })
    set(role).then(() => {
      loaded.reload()
      notify(t('The role of {name} has changed.', { name: user.name }), () =>
        set(user.roles[0] ?? 'subscriber').then(loaded.reload),
      )
    }, notifyFault)
  }
  const show = (made: MadeLink): void => {
    setLink(made)
    loaded.reload()
  }
  const makeLink = (body: object): Promise<void> =>
    write<MadeLink>('POST', 'kalends/v1', 'links', { body }).then((made) => {
      setInviting(false)
      show(made)
    })
  return (
    <>
      <Heading title={t('Users')}>
        <Button kind="primary" onClick={() => setInviting(true)}>
          {t('Invite somebody')}
        </Button>
      </Heading>
      <LoadedState loaded={loaded}>
        {({ records, total, withFactor, invitations }) => (
          <>
            <p class="quiet">{tn('{count} user', '{count} users', total)}</p>
            <Table<ListedUser>
              columns={[
                ...userColumns(changeRole),
                {
                  key: 'actions',
                  name: t('Actions'),
                  kind: 'actions',
                  show: (user) => (
                    <>
                      <Button
                        aria-label={t('New password for {name}', { name: user.name })}
                        onClick={() => makeLink({ kind: 'reset', user: user.id }).catch(notifyFault)}
                      >
                        {t('New password')}
                      </Button>
                      {user.id !== session()?.user && withFactor.has(user.id) && (
                        <Button
                          aria-label={t('Remove the second factor of {name}', { name: user.name })}
                          onClick={() => setLocked(user)}
                        >
                          {t('Remove the second factor')}
                        </Button>
                      )}
                      {user.id !== session()?.user && (
                        <Button
                          kind="danger"
                          aria-label={t('Remove {name}', { name: user.name })}
                          onClick={() => setLeaving(user)}
                        >
                          {t('Remove')}
                        </Button>
                      )}
                    </>
                  ),
                },
              ]}
              rows={records}
              keyOf={({ id }) => id}
            />
            {invitations.length > 0 && <Invitations links={invitations} onRenewed={show} onWithdrawn={loaded.reload} />}
          </>
        )}
      </LoadedState>
      {isInviting && <InvitationDialog onInvite={makeLink} onClose={() => setInviting(false)} />}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
      {locked && (
        <AskDialog
          question={{
            title: t('Remove the second factor of {name}', { name: locked.name }),
            text: t('Do this only if you are sure who asks for it. The user is logged out everywhere.'),
            go: () => removeFactor(locked),
          }}
          onClose={() => setLocked(undefined)}
        />
      )}
      {leaving && (
        <Removal
          user={leaving}
          others={(loaded.data?.records ?? []).filter(({ id }) => id !== leaving.id)}
          onClose={() => setLeaving(undefined)}
          onRemoved={() => {
            setLeaving(undefined)
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

const Removal = ({
  user,
  others,
  onClose,
  onRemoved,
}: {
  readonly user: Pick<User, 'id' | 'name'>
  readonly others: readonly Pick<User, 'id' | 'name'>[]
  readonly onClose: () => void
  readonly onRemoved: () => void
}) => {
  const [heir, setHeir] = useState(String(session()?.user ?? ''))
  const remove = (): void => {
    write('DELETE', 'wp/v2', `users/${user.id}`, { query: { force: true, reassign: heir } }).then(
      onRemoved,
      notifyFault,
    )
  }
  return (
    <Dialog title={t('Remove {name}', { name: user.name })} onClose={onClose}>
      <div class="stack">
        <p>{t('The user can no longer log in. This cannot be undone.')}</p>
        <SelectField
          label={t('Who gets the records of this user?')}
          value={heir}
          options={others.map(({ id, name }) => [String(id), name] as const)}
          onValue={setHeir}
        />
        <div class="actions">
          <Button kind="danger" onClick={remove}>
            {t('Remove the user')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
