// React's profiling build reports every render to the developer tools where the browser offers these. Must run before React loads.
Reflect.deleteProperty(console, 'timeStamp');
