import type { NewPersonRole } from '../../../../lambdas/contract/people/people.ts';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { peopleTexts } from './texts.ts';
import { useCreateUser } from './use-create-user.ts';
import { UserForm } from './user-form.tsx';

const texts = peopleTexts.create;
const ROLES: readonly NewPersonRole[] = ['user', 'moderator', 'admin'];

/** The dialog that creates an account. */
export const CreateUserDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { create, failure } = useCreateUser(onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text}
    >
      <UserForm label={texts.title} roles={ROLES} submit={texts.button} failure={failure} onSubmit={create}>
        <DialogCancel>{peopleTexts.cancel}</DialogCancel>
      </UserForm>
    </Dialog>
  );
};
