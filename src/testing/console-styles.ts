// For specs of parts that are shown without the app: the tokens and utilities that they are styled with.
import '@/app/styles.css';
