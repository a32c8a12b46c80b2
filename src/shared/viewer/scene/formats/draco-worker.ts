import wasmUrl from 'three/addons/libs/draco/gltf/draco_decoder.wasm?url';
import makeDraco from 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js';
import { decodeDraco } from '@/shared/viewer/scene/formats/decode-draco';
import { messageOf } from '@/lib/message-of';
import type { DracoGeometry, DracoReply, DracoRequest } from './draco-protocol';

const starting = fetch(wasmUrl)
  .then((response) => response.arrayBuffer())
  .then((wasmBinary) => makeDraco({ wasmBinary }));

const reply = (message: DracoReply, moved: ArrayBuffer[] = []) => self.postMessage(message, { transfer: moved });

self.addEventListener('message', ({ data }: MessageEvent<DracoRequest>) => {
  starting
    .then((draco) => decodeDraco(draco, data))
    .then(
      (geometry) => reply({ ok: true, geometry }, buffersOf(geometry)),
      (error: unknown) => reply({ ok: false, message: messageOf(error) }),
    );
});

/** Returns the buffers to transfer, so that a large mesh is not copied. */
function buffersOf({ index, attributes }: DracoGeometry): ArrayBuffer[] {
  return [...attributes.map(({ array }) => array), ...(index ? [index] : [])].map(
    // The decoder copies into new arrays, which are not shared memory.
    ({ buffer }) => buffer as ArrayBuffer,
  );
}
