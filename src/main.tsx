import { afterPaint } from '@/lib/after-paint';
import './app/styles.css';

// Where the page came with its first picture, that is painted before anything else is done.
const isDrawn = document.getElementById('root')?.firstChild !== null;
// The framework is evaluated in a task of its own: in one with the app, it would keep the page from answering.
void (isDrawn ? afterPaint() : Promise.resolve()).then(() => import('react-dom/client')).then(() => import('./start'));
