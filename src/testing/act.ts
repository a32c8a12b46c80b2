import React from 'react';
import { flushSync } from 'react-dom';

// The production build of React has no `act`, through which specs render: without it, `render` would return before the first commit.
const act = async (update: () => unknown): Promise<void> => {
  let result: unknown;
  flushSync(() => {
    result = update();
  });
  await result;
};
Object.assign(React, { act });
