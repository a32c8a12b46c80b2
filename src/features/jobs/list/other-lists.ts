/** The lists that replace that of the server, in one lazy module: of annotated jobs, and of those that this browser has saved. */
export { AnnotatedList } from './annotated-list';
export { SavedJobs } from './saved-jobs';
export { HistoryList } from './history-list';
