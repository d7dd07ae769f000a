import {automationsScreen} from './automations-screen.ts';
import {runsScreen} from './runs-screen.ts';
import {spanMenu} from './span-menu.ts';

/** The modules that the bundle loads when a screen of automations is first shown (`build/lazy-imports.ts`). */
export const automationsOnDemand = {automationsScreen, runsScreen, spanMenu};
