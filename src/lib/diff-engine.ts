import {diffArrays, diffWordsWithSpace} from 'diff';

/** An object, so that the bundle reads the package when something is compared (`build/lazy-imports.ts`). */
export const diffEngine = {diffArrays, diffWordsWithSpace};
