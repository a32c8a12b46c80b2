import { Pin } from 'lucide-react';
import { Fragment } from 'react';
import { fieldKey } from '@/domains/drafts/field-key';
import { EMPTY_TEMPLATE, type PinnedInput, type TemplateGroup } from '@/domains/drafts/template';
import { t } from '@/lib/i18n/messages';
import { toGridFields } from '@/shared/fields/grid-fields';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import type { FormField } from '../draft/form-model';
import { isShortField } from '../draft/form-model';
import { Widget } from '../form/node-card';
import { useEditor } from '../draft/session/session-context';
import { fieldHintId } from '../form/use-field';
import { findSizeFields, lastOf, type SizeFields } from '../draft/resolution';
import { SizePresets } from '../form/size-presets';
import { GroupPrices } from '../prices/price-notes';
import { PinnedInputContext } from '../draft/field-text';

/** The pinned inputs in their groups, as a small form. */
export function TemplatePane({ onEdit }: { onEdit: () => void }) {
  const { title, description, groups } = useEditor(({ draft }) => draft.template) ?? EMPTY_TEMPLATE;
  const draftTitle = useEditor(({ draft }) => draft.title);
  const fields = useEditor(({ form }) => form.fields);
  const shown = groups
    .map((group) => ({ group, entries: entriesOf(group, fields) }))
    .filter(({ entries }) => entries.length > 0);
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={<Pin />}
        title={t('No pinned inputs')}
        actions={
          <Button tone="primary" onClick={onEdit}>
            {t('Choose inputs')}
          </Button>
        }
      >
        {t(
          'A template is a small form of the inputs that matter, with names of your own. Choose them here, or pin them one by one among all inputs.',
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="empty:hidden">
        {title !== '' && title !== draftTitle ? <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2> : null}
        {description === '' ? null : <p className="wrap-anywhere whitespace-pre-line text-muted">{description}</p>}
      </div>
      {shown.map(({ group, entries }) => (
        <GroupCard key={group.id} group={group} entries={entries} />
      ))}
    </>
  );
}

interface Entry {
  name: string;
  pinned: PinnedInput;
  field: FormField;
}

function entriesOf({ inputs }: TemplateGroup, fields: ReadonlyMap<string, FormField>): Entry[] {
  return inputs.flatMap((pinned) => {
    const field = fields.get(fieldKey(pinned.nodeId, pinned.input));
    return field ? [{ name: field.name, pinned, field }] : [];
  });
}

/** Width and height of the same node, if the group has both. */
function sizesIn(fields: readonly FormField[]): SizeFields[] {
  const nodes = new Set(fields.map(({ nodeId }) => nodeId));
  return [...nodes].flatMap((id) => findSizeFields(fields.filter(({ nodeId }) => nodeId === id)));
}

function GroupCard({ group, entries }: { group: TemplateGroup; entries: readonly Entry[] }) {
  const headingId = `template-group-${group.id}`;
  const fields = entries.map(({ field }) => field);
  const sizes = sizesIn(fields);
  const named = group.title === '' ? { 'aria-label': t('Inputs') } : { 'aria-labelledby': headingId };
  return (
    <section {...named} className="rounded-xl border border-line bg-panel px-4 py-4">
      {group.title === '' ? null : (
        <h2 id={headingId} className="mb-3 font-semibold wrap-anywhere">
          {group.title}
        </h2>
      )}
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        {toGridFields(entries, ({ field, pinned }) => isShortField(field) && pinned.help === '').map(
          ({ field: { field, pinned }, isWide }) => (
            <Fragment key={field.key}>
              <div
                data-node={field.nodeId}
                data-field={field.key}
                className={isWide ? 'group/field col-span-2' : 'group/field'}
              >
                <PinnedInputContext value={pinned}>
                  <Widget field={field} />
                </PinnedInputContext>
                {field.spec?.tooltip ? (
                  <span id={fieldHintId(field)} className="sr-only">
                    {field.spec.tooltip}
                  </span>
                ) : null}
              </div>
              {sizes.map((size) =>
                lastOf(fields, size) === field ? <SizePresets key={size.width.key} fields={size} /> : null,
              )}
            </Fragment>
          ),
        )}
      </div>
      <GroupPrices fields={fields} className="mt-4" />
    </section>
  );
}
