import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod/mini';
import { SurfaceConfig } from '@contract/console/surfaces';
import { saveSurface } from '@/api/surfaces/change-surfaces';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { t } from '@/lib/i18n/messages';
import { saveText } from '@/shared/files/save-text';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { messageOf } from '@/lib/message-of';

const FORMAT = 'flowdeck-servers';
const MAX_BYTES = 1024 ** 2;

/** Never contains keys. */
const ServersFile = z.object({ format: z.literal(FORMAT), version: z.literal(1), servers: z.array(SurfaceConfig) });

/** Export and import of the server list. */
export function ShareServers() {
  const client = useQueryClient();
  const { surfaces } = useSurfaceList();
  const input = useRef<HTMLInputElement>(null);

  const exportList = () => {
    const servers = surfaces.map(({ hasCredential: _kept, contentOrigins: _seen, ...config }) => config);
    saveText(
      `${JSON.stringify({ format: FORMAT, version: 1, servers }, null, 2)}\n`,
      'flowdeck-servers.json',
      'application/json',
    );
  };
  const importList = useAction({
    async run(file: File) {
      if (file.size > MAX_BYTES) throw new Error(t('The file is too large for a list of servers.'));
      const read = ServersFile.safeParse(JSON.parse(await file.text()));
      if (!read.success) throw new Error(t('The file is not a list of servers that Flowdeck exported.'));
      for (const surface of read.data.servers) {
        await saveSurface(client, surface, { credential: undefined });
      }
      return read.data.servers.length;
    },
    done: (count) => ({
      isOfPage: true,
      title: t('{count, plural, one {# server} other {# servers}} imported', { count }),
      description: t('Keys are not part of the file: edit a server to add its key.'),
    }),
    failed: (error) => ({
      isOfPage: true,
      title: t('Could not import the servers'),
      description: error instanceof SyntaxError ? t('The file is not JSON.') : messageOf(error),
    }),
  });
  return (
    <>
      <Button onClick={() => input.current?.click()}>{t('Import…')}</Button>
      <Button
        disabledReason={surfaces.length === 0 ? t('There is no server to export.') : null}
        title={t('Without keys')}
        onClick={exportList}
      >
        {t('Export')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('File with servers')}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void importList.run(file);
        }}
      />
    </>
  );
}
