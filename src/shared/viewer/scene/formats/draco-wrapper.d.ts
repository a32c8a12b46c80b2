/** Types of the used parts of Draco's decoder, which three ships without types. */
declare module 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js' {
  export interface DracoModule {
    readonly TRIANGULAR_MESH: number;
    readonly POINT_CLOUD: number;
    readonly DT_FLOAT32: number;
    readonly DT_INT8: number;
    readonly DT_INT16: number;
    readonly DT_UINT8: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    /** Replaced when the memory grows. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    readonly Decoder: new () => Decoder;
    readonly Mesh: new () => Mesh;
    readonly PointCloud: new () => PointCloud;
    destroy(made: Decoder | PointCloud): void;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
  }
  export interface Decoder {
    GetEncodedGeometryType(bytes: Int8Array): number;
    DecodeArrayToMesh(bytes: Int8Array, length: number, into: Mesh): Status;
    DecodeArrayToPointCloud(bytes: Int8Array, length: number, into: PointCloud): Status;
    GetAttributeByUniqueId(from: PointCloud, id: number): Attribute;
    GetTrianglesUInt32Array(from: Mesh, bytes: number, pointer: number): boolean;
    GetAttributeDataArrayForAllPoints(
      from: PointCloud,
      attribute: Attribute,
      type: number,
      bytes: number,
      pointer: number,
    ): boolean;
  }
  export interface PointCloud {
    readonly ptr: number;
    num_points(): number;
  }
  export interface Mesh extends PointCloud {
    num_faces(): number;
  }
  export interface Attribute {
    readonly ptr: number;
    num_components(): number;
  }
  export interface Status {
    ok(): boolean;
    error_msg(): string;
  }
  export default function makeDraco(options: { wasmBinary: ArrayBuffer }): Promise<DracoModule>;
}
