import { afterPaint } from '@/lib/after-paint';
import './app/styles.css';

// Where the page came with its first picture, that is painted before anything else is done.
const isDrawn = document.getElementById('root')?.firstChild !== null;
void (isDrawn ? afterPaint() : Promise.resolve()).then(() => import('./start'));
