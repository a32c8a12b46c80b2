// `node scripts/backup-kills.mjs [moments]`: kills that many backups of a running gateway at random moments, 100 without a number, and
// compares each finished one after each kill. `npm run build` first.
import { killBackups } from './processes/killed-backups.mjs';

const count = Number(process.argv[2] ?? 100);
const moments = Array.from({ length: count }, () => Math.random() * 1.2);
const { finished, unfinished, restored } = await killBackups(moments, { checkEach: true });
console.log(
  `${count} kills: ${unfinished} before the backup was finished, ${finished} after. ${restored} restores, all complete.`,
);
if (unfinished === 0 || finished === 0 || restored === 0) process.exitCode = 1;
