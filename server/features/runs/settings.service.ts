/** The plant's settings, for the features that read the plan as the engine does. */
export { plantSettings, settingsInForce } from './plan-settings.ts';
