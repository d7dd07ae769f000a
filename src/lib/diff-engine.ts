import {diffArrays, diffWordsWithSpace} from 'diff';

/** An object, so that the bundle loads the package on first use (`build/lazy-imports.ts`). */
export const diffEngine = {diffArrays, diffWordsWithSpace};
