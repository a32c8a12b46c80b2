"""A class for one of the two ComfyUI servers of the live suite, which the other lacks (docs/live-testing.md)."""


class FlowdeckOnlyHere:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "testing"

    def run(self, image):
        return (image,)


NODE_CLASS_MAPPINGS = {"FlowdeckOnlyHere": FlowdeckOnlyHere}
