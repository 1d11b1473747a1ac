import Hls, { type Events, type HlsConfig, type HlsListeners } from 'hls.js';

const { audioStreamController: AudioStreamController } = Hls.DefaultConfig;

/**
 * Replaces hls.js's controller of a separate audio track. While the first timestamp of the video is unknown, the
 * original keeps the audio that arrives, and passes it on up to 100 ms after that timestamp. Audio that arrived in the
 * meantime would overtake it, and the track would never continue. The replacement passes it on at once.
 */
export const promptAudio: Partial<HlsConfig> = AudioStreamController
  ? {
      audioStreamController: class extends AudioStreamController {
        override onInitPtsFound(...found: Parameters<HlsListeners[Events.INIT_PTS_FOUND]>): void {
          super.onInitPtsFound(...found);
          this.tick();
        }
      },
    }
  : {};
